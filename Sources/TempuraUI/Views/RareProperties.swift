/// Properties that few views set, grouped by topic.
///
/// The stored properties of a group start with the values that they have in a view that never set them.
protocol RarePropertyGroup {
  init()
}

/// The rare properties of one view. They take no memory until the view sets one, and then only that of its group.
struct RareProperties {
  final class Box<Group> {
    // As in views, accesses are not checked for overlaps.
    @exclusivity(unchecked) final var properties: Group

    fileprivate init(_ properties: Group) { self.properties = properties }
  }

  // A view has at most a few groups, so a linear search is faster than a dictionary.
  private var boxes: [(group: ObjectIdentifier, box: AnyObject)] = []

  var isEmpty: Bool { boxes.isEmpty }

  /// Whether no group other than one was set.
  func hasOnly<Group: RarePropertyGroup>(_ group: Group.Type) -> Bool {
    boxes.allSatisfy { $0.group == ObjectIdentifier(group) }
  }

  /// The properties of a group: the initial ones until the view sets one.
  ///
  /// To read several properties, or a weak one, take them from `box(of:)`.
  subscript<Group: RarePropertyGroup>(group: Group.Type) -> Group {
    get { box(of: group)?.properties ?? Group() }
    _modify { yield &makeBox(of: group).properties }
  }

  /// The box of a group; nil until the view sets a property of the group.
  func box<Group: RarePropertyGroup>(of group: Group.Type) -> Box<Group>? {
    let identifier = ObjectIdentifier(group)
    for index in boxes.indices where boxes[index].group == identifier {
      // Safe because `makeBox(of:)` stores the box under the type of its group.
      return unsafeDowncast(boxes[index].box, to: Box<Group>.self)
    }
    return nil
  }

  /// Frees the properties of a group, which are the initial ones then.
  mutating func remove<Group: RarePropertyGroup>(_ group: Group.Type) {
    let identifier = ObjectIdentifier(group)
    boxes.removeAll { $0.group == identifier }
    if boxes.isEmpty { boxes = [] }
  }

  private mutating func makeBox<Group: RarePropertyGroup>(of group: Group.Type) -> Box<Group> {
    if let box = box(of: group) { return box }
    let box = Box(Group())
    boxes.append((ObjectIdentifier(group), box))
    return box
  }
}

extension UIView {
  /// A rare property. Setting it to another value marks the view for rendering.
  ///
  /// It is inlined so that the compiler can replace the key path by a direct access.
  @inline(__always)
  final subscript<Group: RarePropertyGroup, Value: Equatable>(property: WritableKeyPath<Group, Value>) -> Value {
    get { rareProperties.box(of: Group.self)?.properties[keyPath: property] ?? Group()[keyPath: property] }
    set {
      guard self[property] != newValue else { return }
      rareProperties[Group.self][keyPath: property] = newValue
      setNeedsRender()
    }
  }
}

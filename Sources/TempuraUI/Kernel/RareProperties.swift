/// Properties that few views set, grouped by topic.
///
/// The stored properties of a group start with the values that they have in a view that never set them.
protocol RarePropertyGroup {
  init()
}

/// The rare properties of one view. They take no memory until the view sets one, and then only that of its group.
struct RareProperties {
  // As in views, accesses are not checked for overlaps.

  class AnyBox {
    fileprivate final let group: ObjectIdentifier
    @exclusivity(unchecked) fileprivate final var next: AnyBox?

    fileprivate init(_ group: ObjectIdentifier, next: AnyBox?) { (self.group, self.next) = (group, next) }
  }

  /// Its type does not name the protocol: the runtime would search the program for the conformance of each group.
  final class Box<Group>: AnyBox {
    @exclusivity(unchecked) final var properties: Group

    fileprivate init(_ group: Group.Type, _ properties: Group, next: AnyBox?) {
      self.properties = properties
      super.init(ObjectIdentifier(group), next: next)
    }
  }

  // A view has at most a few groups, so a list is smaller and faster than a dictionary.
  private var first: AnyBox?

  var isEmpty: Bool { first == nil }

  /// Whether no group other than one was set.
  func hasOnly<Group: RarePropertyGroup>(_ group: Group.Type) -> Bool {
    first.map { $0.group == ObjectIdentifier(group) && $0.next == nil } ?? true
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
    // Safe because each box retains the next one. To count references on the way takes longer than the search.
    var box = first.map(Unmanaged.passUnretained)
    while let current = box {
      // Safe because `makeBox(of:)` makes a box with the type of its group.
      if current._withUnsafeGuaranteedRef({ $0.group }) == identifier {
        return unsafeDowncast(current.takeUnretainedValue(), to: Box<Group>.self)
      }
      box = current._withUnsafeGuaranteedRef { $0.next.map(Unmanaged.passUnretained) }
    }
    return nil
  }

  /// Frees the properties of a group, which are the initial ones then.
  mutating func remove<Group: RarePropertyGroup>(_ group: Group.Type) {
    let identifier = ObjectIdentifier(group)
    if let first, first.group == identifier {
      self.first = first.next
      return
    }
    var box = first
    while let current = box {
      if current.next?.group == identifier { current.next = current.next?.next }
      box = current.next
    }
  }

  private mutating func makeBox<Group: RarePropertyGroup>(of group: Group.Type) -> Box<Group> {
    if let box = box(of: group) { return box }
    let box = Box(group, Group(), next: first)
    first = box
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
      willChange()
      rareProperties[Group.self][keyPath: property] = newValue
      setNeedsRender()
    }
  }
}

internal import Foundation
internal import HTML

// A view's id is its path of Swift property names from the screen's view, such as
// `listView.todoListView.4F2A.toggleButton`, where `4F2A` is the identity of a list item. The owner of a name is the
// nearest superview, at any distance, with a property that holds the view.

extension UIView {
  /// The id of the view's element in the page.
  package final var elementID: String {
    var buffer = HTMLBuffer(capacity: 96)
    var naming = PathNaming()
    writeID(into: &buffer, &naming)
    return buffer.string
  }

  /// The names of the view and of its owners, also if the app gave the view an identifier: the ids of what it names begin with it.
  final var path: String {
    resolvePathName()
    return (pathOwner.map { $0.path + "." } ?? "") + pathName
  }

  /// Writes the view's id.
  final func writeID(into buffer: inout HTMLBuffer, _ naming: inout PathNaming) {
    if !rareProperties.isEmpty, let identifier = accessibilityIdentifier { return buffer.append(text: identifier) }
    writePath(into: &buffer, &naming)
  }

  /// Writes the view's path. That of its owner is most often in the buffer already, and that of a button just before.
  private func writePath(into buffer: inout HTMLBuffer, _ naming: inout PathNaming) {
    if let known = naming.path(of: self) { return buffer.append(copyOf: known) }
    resolvePathName(&naming)
    let start = buffer.count
    if let pathOwner {
      pathOwner.writePath(into: &buffer, &naming)
      buffer.append(".")
    }
    buffer.append(text: pathName)
    naming.note(start..<buffer.count, of: self)
  }

  /// Whether an id names the view, or a part of it.
  package final func hasID(_ id: String, part: String = "") -> Bool {
    guard part.isEmpty || id.hasSuffix(part) else { return false }
    var id = part.isEmpty ? id : String(id.dropLast(part.count + 1))
    return id.withUTF8 { hasID(UnsafeRawBufferPointer($0)) }
  }

  private func hasID(_ id: UnsafeRawBufferPointer) -> Bool {
    guard let identifier = accessibilityIdentifier else { return hasPath(id) }
    return identifier.utf8.count == id.count && identifier.isEnd(of: id)
  }

  /// Compares from the end and without writing the view's path, because few views of a screen have the same name.
  private func hasPath(_ path: UnsafeRawBufferPointer) -> Bool {
    var (view, rest) = (self, path)
    while true {
      view.resolvePathName()
      guard view.pathName.isEnd(of: rest) else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropLast(view.pathName.utf8.count))
      guard let owner = view.pathOwner else { return rest.isEmpty }
      guard rest.last == UInt8(ascii: ".") else { return false }
      (view, rest) = (owner, UnsafeRawBufferPointer(rebasing: rest.dropLast()))
    }
  }

  /// Names the view after the item of a list that it shows.
  package final func setPathName(ofItem identity: String, in list: UIView) {
    guard pathName != identity || pathOwner !== list else { return }
    if !pathName.isEmpty { forgetPathNames() }
    pathName = identity
    pathOwner = list
    renderedLength = 0
    setNeedsRender()
  }

  /// Whether the view is named after a property, and not after its class.
  final var isNamedAsProperty: Bool { viewFlags.contains(.isNamedAsProperty) }

  /// Names the view and finds its owner, unless it has a name already.
  final func resolvePathName() {
    guard pathName.isEmpty else { return }
    var naming = PathNaming()
    resolvePathName(&naming)
  }

  /// Names the view and finds its owner, unless it has a name already. Views that it finds on the way get their names, too.
  final func resolvePathName(_ naming: inout PathNaming) {
    guard pathName.isEmpty else { return }
    if isRootOfScreen {
      pathName = nameOfRoot
      return
    }
    var ancestor = superview
    while let candidate = ancestor {
      if PropertyTable.of(type(of: candidate)).hasHolders, naming.asks(candidate) {
        candidate.nameProperties()
        if !pathName.isEmpty { return }
      }
      ancestor = candidate.isRootOfScreen ? nil : candidate.superview
    }
    superview?.nameSubviewsByClass()
  }

  /// Removes the view's name, and the names of descendants whose owner is outside the view. Other names are kept, so that
  /// the rows of a list have the same ids when their screen is shown again.
  final func forgetPathNames() {
    forgetOwnPathName()
    if renderedLength > 0 {
      renderedLength = 0
      setNeedsRender()
    }
    for view in subviews { view.forgetPathNames(ownedOutside: self) }
  }

  private func forgetPathNames(ownedOutside root: UIView) {
    if let pathOwner, !pathOwner.isDescendant(of: root) { forgetOwnPathName() }
    for view in subviews { view.forgetPathNames(ownedOutside: root) }
  }

  private func forgetOwnPathName() {
    pathName = ""
    pathOwner = nil
    viewFlags.subtract([.isNamedAsProperty, .isPathNameClass])
  }

  /// Names the descendants that properties of this view hold.
  private func nameProperties() {
    var taken: Set<String>?
    PropertyTable.of(type(of: self)).forEachHolder(in: self) { name, isClass, holder in
      switch holder {
      case .view(let view): nameProperty(view, name, isClass: isClass, &taken)
      case .value(let value): self.name(value, as: name, isClass: isClass, &taken)
      }
    }
    viewFlags.insert(.hasNamedProperties)
  }

  private func name(_ value: Any, as name: String, isClass: Bool, _ taken: inout Set<String>?) {
    if let view = value as? UIView {
      nameProperty(view, name, isClass: isClass, &taken)
    } else if let views = value as? [UIView] {
      for (index, view) in views.enumerated() { nameProperty(view, "\(name).\(index)", isClass: true, &taken) }
    }
  }

  private func nameProperty(
    _ view: UIView, _ name: @autoclosure () -> String, isClass: Bool, _ taken: inout Set<String>?
  ) {
    guard view.pathName.isEmpty, view !== self, view.isDescendant(of: self) else { return }
    let name = name()
    view.pathName = unusedName(name, &taken)
    view.pathOwner = self
    view.viewFlags.insert(.isNamedAsProperty)
    if isClass || view.pathName != name { view.viewFlags.insert(.isPathNameClass) }
  }

  /// Returns the name, with a number if another view has it already: a former value of the property or array element.
  private func unusedName(_ name: String, _ taken: inout Set<String>?) -> String {
    guard viewFlags.contains(.hasNamedProperties) else { return name }
    var names = taken ?? namesOfDescendants()
    defer { taken = names }
    var unused = name
    var number = 2
    while !names.insert(unused).inserted {
      unused = "\(name)-\(number)"
      number += 1
    }
    return unused
  }

  /// The names of the descendants that this view owns.
  private func namesOfDescendants() -> Set<String> {
    var names: Set<String> = []
    func collect(_ view: UIView) {
      for subview in view.subviews {
        if subview.pathOwner === self { names.insert(subview.pathName) }
        collect(subview)
      }
    }
    collect(self)
    return names
  }

  /// Whether the view is the root view of a screen, at which ids start.
  final var isRootOfScreen: Bool {
    guard let superview else { return true }
    return superview.asWindow != nil || manager?.isScreen == true
  }

  /// A name for the root view of a screen, which no other screen of the window has.
  private var nameOfRoot: String {
    let base = ClassNames.propertyName(of: type(of: self))
    if let number = numberInApplication { return number == 1 ? base : "\(base)\(number)" }
    var top = self
    while let superview = top.superview { top = superview }
    var name = base
    var number = 2
    while top.hasScreen(named: name) {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }

  /// Whether a screen in the view has a name. The screens of a window are beside one another or in containers.
  private func hasScreen(named name: String) -> Bool {
    // Those that another view owns are no screens.
    pathName == name || subviews.contains { $0.pathOwner == nil && $0.isRootOfScreen && $0.hasScreen(named: name) }
  }

  /// Names the subviews that no property holds: after their class, with a number that tells them apart.
  private func nameSubviewsByClass() {
    if subviews.count == 1 {
      subviews[0].pathName = ClassNames.propertyName(of: type(of: subviews[0]))
      subviews[0].pathOwner = self
      return
    }
    var taken: Set<String> = []
    for view in subviews where view.pathOwner === self { taken.insert(view.pathName) }
    // The subviews of each class that were met, and the first number that may be free. All smaller ones are taken.
    var numbers: [ObjectIdentifier: (met: Int, free: Int)] = [:]
    for view in subviews {
      let type = type(of: view)
      var (number, free) = numbers[ObjectIdentifier(type)] ?? (0, 0)
      numbers[ObjectIdentifier(type)] = (number + 1, free)
      guard view.pathName.isEmpty, !view.isRootOfScreen else { continue }
      let base = ClassNames.propertyName(of: type)
      free = max(number, free)
      // After subviews were added or removed, another one may already have the name.
      repeat {
        view.pathName = free == 0 ? base : "\(base)\(free)"
        free += 1
      } while !taken.insert(view.pathName).inserted
      view.pathOwner = self
      number += 1
      numbers[ObjectIdentifier(type)] = (number, free)
    }
  }
}

/// What one rendering, or one search, knows about the names of views.
struct PathNaming {
  // Where the paths of the view that was written last, of its owner, and of that one's owners are in the buffer. The
  // outermost is the first.
  private var paths: [(view: UIView, range: Range<Int>)] = []

  /// The views whose properties have named the views that they hold. Asking them again would take long, and find nothing.
  private var asked: [ObjectIdentifier: UIView] = [:]

  /// Where the path of a view is in the buffer; nil if that is not known.
  fileprivate func path(of view: UIView) -> Range<Int>? {
    for index in paths.indices.reversed() where paths[index].view === view { return paths[index].range }
    return nil
  }

  fileprivate mutating func note(_ range: Range<Int>, of view: UIView) {
    let owner = view.pathOwner
    while !paths.isEmpty, paths[paths.count - 1].view !== owner { paths.removeLast() }
    if paths.isEmpty { paths.reserveCapacity(8) }
    paths.append((view, range))
  }

  /// Whether the properties of a view are still to be asked. True once for each view.
  fileprivate mutating func asks(_ view: UIView) -> Bool {
    if asked.isEmpty { asked.reserveCapacity(24) }
    return asked.updateValue(view, forKey: ObjectIdentifier(view)) == nil
  }
}

extension String {
  /// Whether `bytes` end with this string.
  fileprivate func isEnd(of bytes: UnsafeRawBufferPointer) -> Bool {
    var text = self
    return text.withUTF8 { text in
      guard text.count <= bytes.count, let start = text.baseAddress, let bytesStart = bytes.baseAddress else {
        return text.isEmpty
      }
      return memcmp(start, bytesStart + bytes.count - text.count, text.count) == 0
    }
  }
}

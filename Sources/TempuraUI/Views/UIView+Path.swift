internal import Foundation
internal import HTML

// A view's id is its path of Swift property names from the screen's view, such as
// `listView.todoListView.4F2A.toggleButton`, where `4F2A` is the identity of a list item. The owner of a name is the
// nearest superview, at any distance, with a property that holds the view.

extension UIView {
  /// The id of the view's element in the page.
  package final var elementID: String {
    var buffer = HTMLBuffer(capacity: 96)
    var previous: (owner: UIView?, path: Range<Int>) = (nil, 0..<0)
    writeID(into: &buffer, after: &previous)
    return buffer.string
  }

  private func writePath(into buffer: inout HTMLBuffer) {
    resolvePathName()
    if let pathOwner {
      pathOwner.writePath(into: &buffer)
      buffer.append(".")
    }
    buffer.append(text: pathName)
  }

  /// Writes the view's id. Most views of a page have the same owner as the view before them, so the owner's path is copied.
  ///
  /// - Parameter previous: The owner that was written before, and where its path is in the buffer.
  final func writeID(into buffer: inout HTMLBuffer, after previous: inout (owner: UIView?, path: Range<Int>)) {
    if let identifier = accessibilityIdentifier { return buffer.append(text: identifier) }
    resolvePathName()
    if let pathOwner {
      if pathOwner === previous.owner {
        buffer.append(copyOf: previous.path)
      } else {
        let start = buffer.count
        pathOwner.writePath(into: &buffer)
        previous = (pathOwner, start..<buffer.count)
      }
      buffer.append(".")
    }
    buffer.append(text: pathName)
  }

  /// Returns the view with an id: this view or one of its descendants.
  package final func descendant(withID id: String) -> UIView? {
    var id = id
    return id.withUTF8 { descendant(withID: UnsafeRawBufferPointer($0)) }
  }

  private func descendant(withID id: UnsafeRawBufferPointer) -> UIView? {
    if hasID(id) { return self }
    for view in subviews {
      if let found = view.descendant(withID: id) { return found }
    }
    return nil
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
    resolvePathName()
    guard pathName.isEnd(of: path) else { return false }
    let rest = path.dropLast(pathName.utf8.count)
    guard let pathOwner else { return rest.isEmpty }
    return rest.last == UInt8(ascii: ".") && pathOwner.hasPath(UnsafeRawBufferPointer(rebasing: rest.dropLast()))
  }

  /// Names the view after the item of a list that it shows.
  package final func setPathName(ofItem identity: String, in list: UIView) {
    guard pathName != identity || pathOwner !== list else { return }
    forgetPathNames()
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
    if isRootOfScreen {
      pathName = nameOfRoot
      return
    }
    var ancestor = superview
    while let candidate = ancestor {
      candidate.nameProperties()
      if !pathName.isEmpty { return }
      ancestor = candidate.isRootOfScreen ? nil : candidate.superview
    }
    pathName = nameOfClass
    pathOwner = superview
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
    viewFlags.remove(.isNamedAsProperty)
  }

  /// Names the descendants that properties of this view hold.
  private func nameProperties() {
    var taken: Set<String>?
    PropertyTable.of(type(of: self)).forEachHolder(in: self) { name($1, as: $0, &taken) }
    viewFlags.insert(.hasNamedProperties)
  }

  private func name(_ value: Any, as name: String, _ taken: inout Set<String>?) {
    if let view = value as? UIView {
      guard view.pathName.isEmpty, view !== self, view.isDescendant(of: self) else { return }
      view.pathName = unusedName(name, &taken)
      view.pathOwner = self
      view.viewFlags.insert(.isNamedAsProperty)
    } else if let views = value as? [UIView] {
      for (index, view) in views.enumerated() { self.name(view, as: "\(name).\(index)", &taken) }
    }
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
    return superview is UIWindow || managingViewController?.isScreen == true
  }

  /// A name for the root view of a screen, which no other screen of the window has.
  private var nameOfRoot: String {
    let base = ClassNames.propertyName(of: type(of: self))
    if let number = numberInApplication { return number == 1 ? base : "\(base)\(number)" }
    var top = self
    while let superview = top.superview { top = superview }
    let taken = top.namesOfScreens
    var name = base
    var number = 2
    while taken.contains(name) {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }

  /// The names of the screens in the view. The screens of a window are beside one another or in containers.
  private var namesOfScreens: Set<String> {
    var names: Set<String> = [pathName]
    for view in subviews where view.isRootOfScreen { names.formUnion(view.namesOfScreens) }
    return names
  }

  /// A name for a view that no property holds: its class, and a number that tells it apart from other subviews.
  private var nameOfClass: String {
    let base = ClassNames.propertyName(of: type(of: self))
    guard let superview else { return base }
    var number = superview.subviews.prefix { $0 !== self }.count { type(of: $0) == type(of: self) }
    var name = number == 0 ? base : "\(base)\(number)"
    // After subviews were added or removed, another one may already have the name.
    while superview.subviews.contains(where: { $0.pathOwner === superview && $0.pathName == name }) {
      number += 1
      name = "\(base)\(number)"
    }
    return name
  }
}

extension String {
  /// Whether `bytes` end with this string.
  fileprivate func isEnd(of bytes: UnsafeRawBufferPointer) -> Bool {
    // Most names differ in the last byte. To read it is faster than to compare memory.
    guard let last = utf8.last, last == bytes.last else { return isEmpty }
    var text = self
    return text.withUTF8 { text in
      guard let start = text.baseAddress, text.count <= bytes.count else { return false }
      return memcmp(start, bytes.baseAddress! + bytes.count - text.count, text.count) == 0
    }
  }
}

extension MarkupDiff {
  // MARK: - Operations on one element

  /// Writes what replaces an element by the new one.
  mutating func writeReplacement(of oldNode: Int32, by newNode: Int32) -> Bool {
    let (from, to) = (oldTree[oldNode], newTree[newNode])
    let hasSameTag = from.pair < 0 && to.pair < 0 && old.isEqual(from.startTag, to: new, to.startTag)
    if to.kind == .ordinary, hasSameTag { return writeContent(of: newNode) }
    startOperation("r")
    // The region's element may get another id.
    let isTargeted =
      newNode == 0
      ? oldTree.writeTarget(of: oldNode, in: old, into: &operations)
      : newTree.writeTarget(of: newNode, in: new, into: &operations)
    writeMarkup(to.whole)
    operations.append("]")
    return isTargeted
  }

  /// Writes what replaces the content of an element by markup.
  mutating func writeContent(of newNode: Int32) -> Bool {
    startOperation("h")
    let isTargeted = newTree.writeTarget(of: newNode, in: new, into: &operations)
    writeMarkup(newTree[newNode].content)
    operations.append("]")
    return isTargeted
  }

  /// Writes what replaces the content of an element by the new one, which contains no elements.
  mutating func writeText(of newNode: Int32) -> Bool {
    let node = newTree[newNode]
    if node.kind == .rawText { return writeContent(of: newNode) }
    var content = node.content
    let dropsLineFeed =
      node.kind == .text || node.tagLength == 3 && new.hasPrefix("<pre", at: Int(node.start), to: new.count)
    if dropsLineFeed, !content.isEmpty, new[content.lowerBound] == 0x0A { content.removeFirst() }
    let mark = operations.count
    let previous = startOperation("t")
    guard writeTarget(of: newNode, after: previous) else { return false }
    operations.append(",")
    guard operations.append(jsonOfMarkup: UnsafeRawBufferPointer(rebasing: new[content])) else {
      undoOperations(to: mark)
      return writeContent(of: newNode)
    }
    operations.append("]")
    return true
  }

  /// Writes the changed attributes of an element.
  ///
  /// - Returns: false if it cannot be done.
  mutating func writeAttributes(of oldNode: Int32, _ newNode: Int32) -> Bool {
    guard Self.read(&scratch.oldAttributes, of: oldTree[oldNode], in: old),
      Self.read(&scratch.newAttributes, of: newTree[newNode], in: new)
    else { return false }
    // Most attributes stay as they are, and in their order.
    var (same, isFirst) = (0, true)
    while same < min(scratch.oldAttributes.count, scratch.newAttributes.count) {
      let (from, to) = (scratch.oldAttributes[same], scratch.newAttributes[same])
      guard old.isEqual(from.name, to: new, to.name), old.isEqual(from.value, to: new, to.value) else { break }
      same += 1
    }
    for attribute in scratch.newAttributes[same...] {
      let previous = scratch.oldAttributes.first { old.isEqual($0.name, to: new, attribute.name) }
      if let previous, old.isEqual(previous.value, to: new, attribute.value) { continue }
      guard startAttribute(&isFirst, of: newNode, named: new[attribute.name]),
        operations.append(jsonOfMarkup: UnsafeRawBufferPointer(rebasing: new[attribute.value]))
      else { return false }
    }
    for attribute in scratch.oldAttributes[same...] {
      if scratch.newAttributes.contains(where: { old.isEqual(attribute.name, to: new, $0.name) }) { continue }
      guard startAttribute(&isFirst, of: newNode, named: old[attribute.name]) else { return false }
      operations.append("null")
    }
    if !isFirst { operations.append("]") }
    return true
  }

  private mutating func startAttribute(
    _ isFirst: inout Bool, of node: Int32, named name: Slice<UnsafeRawBufferPointer>
  ) -> Bool {
    if isFirst {
      let previous = startOperation("a")
      guard writeTarget(of: node, after: previous) else { return false }
    }
    isFirst = false
    operations.append(",")
    operations.append(json: UnsafeRawBufferPointer(rebasing: name))
    operations.append(",")
    return true
  }

  private static let maximumAttributes = 64

  private static func read(
    _ attributes: inout [MarkupTree.Attribute], of node: MarkupTree.Node, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    attributes.removeAll(keepingCapacity: true)
    attributes.reserveCapacity(16)
    let end = MarkupTree.forEachAttribute(bytes, from: node.tagName.upperBound, to: Int(node.contentStart)) {
      if attributes.count <= maximumAttributes { attributes.append($0) }
    }
    return end != nil && attributes.count <= maximumAttributes
  }

  // MARK: - Parts of operations

  /// Returns the offset of the id in the target of the operation before; -1 if it is not known.
  @discardableResult
  mutating func startOperation(_ name: StaticString) -> Int32 {
    operations.append(operations.count > 0 ? ",[\"" : "[\"")
    operations.append(name)
    operations.append("\",")
    defer { previousID = -1 }
    return previousID
  }

  /// Writes the target of an operation that names no other elements. Leaves the id out if the operation before has it.
  private mutating func writeTarget(of node: Int32, after previous: Int32) -> Bool {
    let named = newTree.named(node)
    guard named >= 0 else { return false }
    previousID = newTree[named].idStart
    return newTree.writeTarget(of: node, in: new, into: &operations, isRepeated: previous == previousID)
  }

  mutating func undoOperations(to count: Int) {
    operations.truncate(to: count)
    previousID = -1
  }

  /// Writes a comma and a part of the new markup.
  mutating func writeMarkup(_ part: Range<Int>) {
    operations.append(",")
    operations.append(json: UnsafeRawBufferPointer(rebasing: new[part]))
    cover(part)
  }
}

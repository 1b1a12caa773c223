internal import Glibc

/// Compares two renderings of a page, and writes the operations that lead from one to the other: `docs/reference/live-protocol.md`.
///
/// It reads only the regions that were rendered anew, and takes linear time. The operations are in this order:
///
/// 1. `m` for elements that stay although the element around them is removed: to the end of the next outer element.
/// 2. One `d`. Its targets are positions in the old page, after the moves of 1.
/// 3. For each element, from the outside to the inside: `a`, then `i` and `m` for its children, then the operations on
///    these. Indexes in targets count in the new page, because all that comes before them is done.
package struct MarkupDiff: ~Copyable {
  let old: UnsafeRawBufferPointer
  let new: UnsafeRawBufferPointer
  private let changes: MarkupRegions
  /// Whether an operation contains the whole new markup of a region.
  private var isCovered: [Bool]

  // The trees of the region, and the old nodes by id.
  var oldTree = MarkupTree()
  var newTree = MarkupTree()
  private var oldIDs = NodeTable()

  // Elements that are still to be compared.
  private var open: [(old: Int32, new: Int32)] = []

  /// The operations, except for those that come before.
  var operations = HTMLBuffer(capacity: 256)
  /// The offset of the id in the target of the last operation, if that names no other elements; else -1.
  var previousID: Int32 = -1
  /// The targets that are removed.
  var removals = HTMLBuffer(capacity: 64)
  /// The operations that move elements out of those that are removed.
  var rescues = HTMLBuffer(capacity: 64)

  // Memory that is used again.
  var scratch = Scratch()

  struct Scratch {
    var order: [Int32] = []
    var oldAttributes: [MarkupTree.Attribute] = []
    var newAttributes: [MarkupTree.Attribute] = []
    var kept: [Int32] = []
    var candidates: [Int32] = []
    var indexes: [Int32] = []
    var stays: [Bool] = []
    var sequence = IncreasingSequence()
  }

  /// Returns the operations in JSON, joined by commas; nil if the change cannot be expressed.
  ///
  /// - Parameter changes: The regions, outside of which the markup is the same.
  package static func operations(
    from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer, changes: MarkupRegions
  ) -> [UInt8]? {
    guard !changes.regions.isEmpty else { return [] }
    var diff = MarkupDiff(old, new, changes)
    for index in changes.regions.indices {
      guard diff.compareRegion(index) else { return nil }
    }
    return diff.finish()
  }

  /// Whether two start tags whose first attribute is the id have the same.
  package static func haveSameID(
    _ old: UnsafeRawBufferPointer, _ oldStart: Int, _ new: UnsafeRawBufferPointer, _ newStart: Int
  ) -> Bool {
    func id(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Range<Int>? {
      guard let space = bytes.firstIndex(of: UInt8(ascii: " "), from: start, to: bytes.count),
        bytes.hasPrefix(" id=\"", at: space, to: bytes.count),
        let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: space + 5, to: bytes.count)
      else { return nil }
      return space..<quote
    }
    guard let oldID = id(old, oldStart), let newID = id(new, newStart) else { return false }
    return old.isEqual(oldID, to: new, newID)
  }

  private init(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ changes: MarkupRegions) {
    (self.old, self.new, self.changes) = (old, new, changes)
    isCovered = Array(repeating: false, count: changes.regions.count)
  }

  private consuming func finish() -> [UInt8] {
    // Only elements that are removed contain others that stay.
    guard removals.count > 0 else { return Array(operations.bytes) }
    var all = HTMLBuffer(capacity: size + 16)
    all.append(bytes: rescues.bytes)
    all.append("[\"d\"")
    all.append(bytes: removals.bytes)
    all.append("]")
    if operations.count > 0 { all.append(",") }
    all.append(bytes: operations.bytes)
    return Array(all.bytes)
  }

  // MARK: - Regions

  private mutating func compareRegion(_ index: Int) -> Bool {
    let region = changes.regions[index]
    if isCovered[index] { return true }
    if old.isEqual(region.old.start..<region.old.end, to: new, region.new.start..<region.new.end) {
      cover(region.new.start..<region.new.end)
      return true
    }
    guard readTrees(region), oldTree[0].hasID else { return false }
    let mark = mark
    // Operations that are about as long as the markup are of no use: the region is replaced.
    let limit = size + region.new.count * 3 / 4 + 256
    if linkElements(), compareElements(limit: limit), size <= limit { return true }
    undo(to: mark)
    return writeReplacement(of: 0, by: 0)
  }

  private typealias Mark = (operations: Int, removals: Int, rescues: Int)

  private var mark: Mark { (operations.count, removals.count, rescues.count) }

  /// The bytes of all operations.
  private var size: Int { operations.count + removals.count + rescues.count }

  private mutating func undo(to mark: Mark) {
    undoOperations(to: mark.operations)
    removals.truncate(to: mark.removals)
    rescues.truncate(to: mark.rescues)
  }

  private mutating func readTrees(_ region: MarkupRegions.Region) -> Bool {
    let pairs = changes.pairs
    scratch.order.removeAll(keepingCapacity: true)
    for pair in region.pairs { scratch.order.append(Int32(pair)) }
    guard newTree.read(new, region.new, pairs: scratch.order, pairSpan: { pairs[Int($0)].new }) else { return false }
    var isSorted = true
    for pair in region.pairs.dropFirst() where pairs[pair].old.start < pairs[pair - 1].old.start { isSorted = false }
    if !isSorted { scratch.order.sort { pairs[Int($0)].old.start < pairs[Int($1)].old.start } }
    return oldTree.read(old, region.old, pairs: scratch.order, pairSpan: { pairs[Int($0)].old })
  }

  /// Notes that an operation contains a part of the new markup, so that operations on elements in it are not needed.
  mutating func cover(_ part: Range<Int>) {
    var (low, high) = (0, changes.regions.count)
    while low < high {
      let middle = (low + high) / 2
      if changes.regions[middle].new.start < part.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < changes.regions.count, changes.regions[low].new.start < part.upperBound {
      isCovered[low] = true
      low += 1
    }
  }

  // MARK: - Elements

  /// Finds the elements with the same id. Returns false if an id is not unique.
  private mutating func linkElements() -> Bool {
    guard oldIDs.fill(with: oldTree, in: old) else { return false }
    for node in 0..<Int32(newTree.count) where newTree[node].hasID {
      switch oldIDs.find(new, newTree[node].id, in: oldTree, old) {
      case -1: continue
      case let partner:
        guard oldTree[partner].partner < 0 else { return false }
        oldTree[partner].partner = node
        newTree[node].partner = partner
      }
    }
    return newTree[0].partner == 0
  }

  private mutating func compareElements(limit: Int) -> Bool {
    open.removeAll(keepingCapacity: true)
    open.append((0, 0))
    while let (oldNode, newNode) = open.popLast() {
      guard size <= limit, compare(oldNode, newNode) else { return false }
    }
    return true
  }

  /// Writes the operations on an element, and notes the children that are to be compared.
  ///
  /// - Returns: false if the region has to be replaced.
  private mutating func compare(_ oldNode: Int32, _ newNode: Int32) -> Bool {
    let (from, to) = (oldTree[oldNode], newTree[newNode])
    if from.pair >= 0 || to.pair >= 0 {
      return from.pair == to.pair || writeReplacement(of: oldNode, by: newNode)
    }
    guard from.tagLength == to.tagLength,
      old.isEqual(from.tagName, to: new, to.tagName)
    else { return writeReplacement(of: oldNode, by: newNode) }
    if to.kind == .svg {
      return old.isEqual(from.whole, to: new, to.whole) || writeReplacement(of: oldNode, by: newNode)
    }
    if !old.isEqual(from.startTag, to: new, to.startTag) {
      let mark = operations.count
      guard writeAttributes(of: oldNode, newNode) else {
        undoOperations(to: mark)
        return writeReplacement(of: oldNode, by: newNode)
      }
    }
    if to.childCount == 0 {
      if from.childCount == 0, old.isEqual(from.content, to: new, to.content) { return true }
      return writeText(of: newNode)
    }
    if from.hasText || to.hasText || from.childCount == 0 && !from.content.isEmpty {
      guard haveSameText(oldNode, newNode) else { return writeContent(of: newNode) }
      pushChildren(oldNode, newNode)
      return true
    }
    guard haveSameChildren(oldNode, newNode) else {
      let mark = mark
      if !writeChildren(of: oldNode, newNode) {
        undo(to: mark)
        return writeContent(of: newNode)
      }
      pushKeptChildren(newNode)
      return true
    }
    pushChildren(oldNode, newNode)
    return true
  }

  /// Whether two children stand for the same element if they are at the same position.
  private func areSame(_ oldChild: Int32, _ newChild: Int32) -> Bool {
    newTree[newChild].hasID ? newTree[newChild].partner == oldChild : !oldTree[oldChild].hasID
  }

  private func haveSameChildren(_ oldNode: Int32, _ newNode: Int32) -> Bool {
    guard oldTree[oldNode].childCount == newTree[newNode].childCount else { return false }
    var (oldChild, newChild) = (oldTree[oldNode].firstChild, newTree[newNode].firstChild)
    while newChild >= 0 {
      guard areSame(oldChild, newChild) else { return false }
      (oldChild, newChild) = (oldTree[oldChild].nextSibling, newTree[newChild].nextSibling)
    }
    return true
  }

  /// Whether the children are the same and the text around them, too.
  private func haveSameText(_ oldNode: Int32, _ newNode: Int32) -> Bool {
    guard haveSameChildren(oldNode, newNode) else { return false }
    var (oldChild, newChild) = (oldTree[oldNode].firstChild, newTree[newNode].firstChild)
    var (oldEnd, newEnd) = (oldTree[oldNode].contentStart, newTree[newNode].contentStart)
    while newChild >= 0 {
      let (from, to) = (oldTree[oldChild], newTree[newChild])
      guard old.isEqual(Int(oldEnd)..<Int(from.start), to: new, Int(newEnd)..<Int(to.start)) else { return false }
      (oldEnd, newEnd) = (from.end, to.end)
      (oldChild, newChild) = (from.nextSibling, to.nextSibling)
    }
    return old.isEqual(
      Int(oldEnd)..<Int(oldTree[oldNode].contentEnd), to: new, Int(newEnd)..<Int(newTree[newNode].contentEnd))
  }

  private mutating func pushChildren(_ oldNode: Int32, _ newNode: Int32) {
    let first = open.count
    var (oldChild, newChild) = (oldTree[oldNode].firstChild, newTree[newNode].firstChild)
    while newChild >= 0 {
      push(oldChild, newChild)
      (oldChild, newChild) = (oldTree[oldChild].nextSibling, newTree[newChild].nextSibling)
    }
    open[first...].reverse()
  }

  private mutating func pushKeptChildren(_ newNode: Int32) {
    let first = open.count
    var newChild = newTree[newNode].firstChild
    while newChild >= 0 {
      if newTree[newChild].isKept {
        push(newTree[newChild].partner, newChild)
      } else if newTree[newChild].firstWrapped >= 0 {
        var wrapped = newTree[newChild].firstWrapped
        while wrapped >= 0 {
          push(newTree[wrapped].partner, wrapped)
          wrapped = newTree[wrapped].nextSibling
        }
      }
      newChild = newTree[newChild].nextSibling
    }
    open[first...].reverse()
  }

  private mutating func push(_ oldChild: Int32, _ newChild: Int32) {
    let pair = newTree[newChild].pair
    if pair < 0 || oldTree[oldChild].pair != pair { open.append((oldChild, newChild)) }
  }
}

extension MarkupTree.Node {
  var whole: Range<Int> { Int(start)..<Int(end) }
  var tagName: Range<Int> { Int(start) + 1..<Int(start) + 1 + Int(tagLength) }
  var startTag: Range<Int> { Int(start)..<Int(contentStart) }
  var content: Range<Int> { Int(contentStart)..<Int(contentEnd) }
  var id: Range<Int> { Int(idStart)..<Int(idStart) + Int(idLength) }
}

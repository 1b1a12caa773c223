extension MarkupDiff {
  /// Writes the removals, insertions and moves that turn the children of an element into the new ones, if neither has text.
  /// Marks the children that stay or move as kept.
  ///
  /// - Returns: false if the content has to be replaced.
  mutating func writeChildren(of oldNode: Int32, _ newNode: Int32) -> Bool {
    var kept = matchChildren(of: oldNode, newNode)
    let wrapped = findWrappedChildren(of: oldNode, newNode)
    guard let rescued = rescueChildren(of: oldNode, newNode) else { return false }
    kept += wrapped + rescued
    if kept == 0, oldTree[oldNode].childCount > 0 { return false }
    var oldChild = oldTree[oldNode].firstChild
    while oldChild >= 0 {
      if !oldTree[oldChild].isKept {
        removals.append(",")
        guard oldTree.writeTarget(of: oldChild, in: old, into: &removals) else { return false }
      }
      oldChild = oldTree[oldChild].nextSibling
    }
    let hasMoves = findStayingChildren(of: newNode)
    return writeMovesAndInsertions(in: newNode, hasMoves: hasMoves, hasWrapped: wrapped > 0)
  }

  /// Finds for each child the one that it was. Children without id are matched by their order.
  ///
  /// - Returns: How many stay.
  private mutating func matchChildren(of oldNode: Int32, _ newNode: Int32) -> Int {
    var kept = 0
    var oldPlain = firstPlain(oldTree[oldNode].firstChild)
    var child = newTree[newNode].firstChild
    while child >= 0 {
      if newTree[child].hasID {
        let partner = newTree[child].partner
        if partner >= 0, oldTree[partner].parent == oldNode {
          oldTree[partner].isKept = true
          newTree[child].isKept = true
          kept += 1
        }
      } else if oldPlain >= 0 {
        oldTree[oldPlain].isKept = true
        newTree[child].isKept = true
        newTree[child].partner = oldPlain
        kept += 1
        oldPlain = firstPlain(oldTree[oldPlain].nextSibling)
      }
      child = newTree[child].nextSibling
    }
    return kept
  }

  /// Keeps new children whose old parent, a child of the old element, is removed. Example: a modal screen takes the form over,
  /// and the screen below loses the form around it. Writes an `m` that moves them to the end of the element.
  ///
  /// - Returns: How many there are; nil if the operations cannot be written.
  private mutating func rescueChildren(of oldNode: Int32, _ newNode: Int32) -> Int? {
    var count: Int32 = 0
    var child = newTree[newNode].firstChild
    while child >= 0 {
      let partner = newTree[child].partner
      if partner >= 0, !newTree[child].isKept {
        let wrapper = oldTree[partner].parent
        if oldTree[wrapper].parent == oldNode, !oldTree[wrapper].isKept {
          if count == 0 {
            rescues.append("[\"m\",")
            guard oldTree.writeTarget(of: oldNode, in: old, into: &rescues) else { return nil }
            rescues.append(",null")
          }
          rescues.append(",")
          guard oldTree.writeID(of: partner, in: old, into: &rescues) else { return nil }
          newTree[child].isKept = true
          oldTree[partner].isKept = true
          oldTree[partner].index = oldTree[oldNode].childCount + count
          count += 1
        }
      }
      child = newTree[child].nextSibling
    }
    if count > 0 { rescues.append("],") }
    return Int(count)
  }

  /// Finds a new child whose last children were its siblings before. Example: a modal screen closes, and the form is around
  /// the screen again. Notes them in `firstWrapped`.
  ///
  /// - Returns: How many there are.
  private mutating func findWrappedChildren(of oldNode: Int32, _ newNode: Int32) -> Int {
    var wrapper = newTree[newNode].firstChild
    while wrapper >= 0 {
      let node = newTree[wrapper]
      let isRescued = node.partner >= 0 && oldTree[oldTree[node.partner].parent].parent == oldNode
      if !node.isKept, !isRescued, node.pair < 0, !node.hasText {
        var first: Int32 = -1
        var child = node.firstChild
        while child >= 0 {
          let partner = newTree[child].partner
          let isWrapped = partner >= 0 && oldTree[partner].parent == oldNode && !oldTree[partner].isKept
          if !isWrapped { first = -1 } else if first < 0 { first = child }
          child = newTree[child].nextSibling
        }
        // One is enough: for several, the indexes of all would depend on one another.
        if first >= 0 { return wrap(first, in: wrapper) }
      }
      wrapper = newTree[wrapper].nextSibling
    }
    return 0
  }

  /// Marks the last children of a new element, from one on, as kept.
  private mutating func wrap(_ first: Int32, in wrapper: Int32) -> Int {
    newTree[wrapper].firstWrapped = first
    var count = 0
    var child = first
    while child >= 0 {
      oldTree[newTree[child].partner].isKept = true
      count += 1
      child = newTree[child].nextSibling
    }
    return count
  }

  /// The first child without id, from one child on.
  private func firstPlain(_ child: Int32) -> Int32 {
    var child = child
    while child >= 0, oldTree[child].hasID { child = oldTree[child].nextSibling }
    return child
  }

  /// Finds the children that need not move, as many as possible, and notes them in `scratch.stays` by index. A child without
  /// id never moves, because operations could not name it.
  ///
  /// - Returns: Whether others have to move.
  private mutating func findStayingChildren(of newNode: Int32) -> Bool {
    scratch.stays.removeAll(keepingCapacity: true)
    scratch.kept.removeAll(keepingCapacity: true)
    var isSorted = true
    var child = newTree[newNode].firstChild
    while child >= 0 {
      let isKept = newTree[child].isKept
      scratch.stays.append(isKept)
      if isKept {
        if let last = scratch.kept.last, oldIndex(ofKept: last) > oldIndex(ofKept: child) { isSorted = false }
        scratch.kept.append(child)
      }
      child = newTree[child].nextSibling
    }
    if isSorted { return false }

    // Only children between the same ones without id can stay.
    scratch.candidates.removeAll(keepingCapacity: true)
    var start = 0
    var low: Int32 = -1
    while start <= scratch.kept.count {
      var end = start
      while end < scratch.kept.count, newTree[scratch.kept[end]].hasID { end += 1 }
      let high = end < scratch.kept.count ? oldIndex(ofKept: scratch.kept[end]) : Int32.max
      for child in scratch.kept[start..<end] where low < oldIndex(ofKept: child) && oldIndex(ofKept: child) < high {
        scratch.candidates.append(child)
      }
      if end < scratch.kept.count { scratch.candidates.append(scratch.kept[end]) }
      low = high
      start = end + 1
    }
    for child in scratch.kept { scratch.stays[Int(newTree[child].index)] = false }
    scratch.indexes.removeAll(keepingCapacity: true)
    for child in scratch.candidates { scratch.indexes.append(oldIndex(ofKept: child)) }
    scratch.sequence.find(in: scratch.indexes)
    for position in scratch.sequence.positions {
      scratch.stays[Int(newTree[scratch.candidates[Int(position)]].index)] = true
    }
    return true
  }

  private func oldIndex(ofKept child: Int32) -> Int32 { oldTree[newTree[child].partner].index }

  private mutating func writeMovesAndInsertions(in newNode: Int32, hasMoves: Bool, hasWrapped: Bool) -> Bool {
    var child = newTree[newNode].firstChild
    while child >= 0 {
      if scratch.stays[Int(newTree[child].index)] {
        child = newTree[child].nextSibling
        continue
      }
      // All children up to the next one that stays come before it.
      let first = child
      while child >= 0, !scratch.stays[Int(newTree[child].index)] { child = newTree[child].nextSibling }
      let before = child
      var run = first
      while run != before {
        let isMoved = newTree[run].isKept
        startOperation(isMoved ? "m" : "i")
        guard newTree.writeTarget(of: newNode, in: new, into: &operations) else { return false }
        operations.append(",")
        if before < 0 {
          operations.append("null")
        } else if newTree[before].hasID {
          guard newTree.writeID(of: before, in: new, into: &operations) else { return false }
        } else {
          // The index of the next inserted element is that of the element before which it goes, if nothing moves.
          guard !hasMoves, !hasWrapped, newTree.writeIndex(of: run, in: new, into: &operations) else { return false }
        }
        if newTree[run].firstWrapped >= 0 {
          guard !hasMoves, writeWrapper(run, before: before) else { return false }
          run = newTree[run].nextSibling
          continue
        }
        let start = Int(newTree[run].start)
        var end = start
        while run != before, newTree[run].isKept == isMoved, newTree[run].firstWrapped < 0 {
          if isMoved {
            operations.append(",")
            guard newTree.writeID(of: run, in: new, into: &operations) else { return false }
          }
          end = Int(newTree[run].end)
          run = newTree[run].nextSibling
        }
        if !isMoved { writeMarkup(start..<end) }
        operations.append("]")
      }
    }
    return true
  }
}

extension MarkupDiff {
  /// Writes the markup of a new element without the last children, ends the operation, and moves these into the element.
  ///
  /// The element is named by its index, because one with the same id may be removed only later. Some of the children that
  /// it gets are still before it.
  ///
  /// - Parameter before: The next sibling that stays; -1 if there is none.
  private mutating func writeWrapper(_ wrapper: Int32, before: Int32) -> Bool {
    let node = newTree[wrapper]
    let head = Int(node.start)..<Int(newTree[node.firstWrapped].start)
    let tail = Int(node.contentEnd)..<Int(node.end)
    var markup = HTMLBuffer(capacity: head.count + tail.count)
    markup.append(bytes: UnsafeRawBufferPointer(rebasing: new[head]))
    markup.append(bytes: UnsafeRawBufferPointer(rebasing: new[tail]))
    operations.append(",")
    operations.append(json: markup.bytes)
    operations.append("]")
    cover(head)
    startOperation("m")
    var child = node.firstWrapped
    var index = node.index
    while child >= 0 {
      if before < 0 || oldIndex(ofKept: child) < oldIndex(ofKept: before) { index += 1 }
      child = newTree[child].nextSibling
    }
    newTree[wrapper].index = index
    guard newTree.writeIndex(of: wrapper, in: new, into: &operations) else { return false }
    newTree[wrapper].index = node.index
    operations.append(",null")
    child = node.firstWrapped
    while child >= 0 {
      operations.append(",")
      guard newTree.writeID(of: child, in: new, into: &operations) else { return false }
      child = newTree[child].nextSibling
    }
    operations.append("]")
    return true
  }
}

/// Finds a longest increasing subsequence, in time n log n. Its memory is used again.
struct IncreasingSequence {
  /// The positions of the values of the subsequence.
  private(set) var positions: [Int32] = []
  private var previous: [Int32] = []

  mutating func find(in values: [Int32]) {
    positions.removeAll(keepingCapacity: true)
    previous.removeAll(keepingCapacity: true)
    // `positions[n]` is the position of the least value at which a subsequence of n + 1 values ends.
    for (index, value) in values.enumerated() {
      var (low, high) = (0, positions.count)
      while low < high {
        let middle = (low + high) / 2
        if values[Int(positions[middle])] < value { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? positions[low - 1] : -1)
      if low < positions.count { positions[low] = Int32(index) } else { positions.append(Int32(index)) }
    }
    guard var position = positions.last else { return }
    for index in positions.indices.reversed() {
      positions[index] = position
      position = previous[Int(position)]
    }
  }
}

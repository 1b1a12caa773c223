/// Finds the nodes of a tree by their id. Its memory is used again.
struct NodeTable {
  /// The nodes in the slots of their ids' hashes, or in the next free slot; -1 for a free slot.
  private var slots: [Int32] = []
  private var mask = 0
  /// Random, so that a client cannot choose ids with equal hashes.
  private static let seed = UInt64.random(in: 0 ... .max)
  /// A search ends after as many slots, so that a search in a full corner cannot take long.
  private static let maximumSteps = 128

  /// Takes up the nodes of a tree. Returns false if an id is not unique.
  mutating func fill(with tree: MarkupTree, in bytes: UnsafeRawBufferPointer) -> Bool {
    var size = 16
    while size < 2 * tree.count { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(-1, count: size))
    mask = size - 1
    for node in 0..<Int32(tree.count) where tree[node].hasID {
      guard let slot = slot(of: tree[node].id, in: bytes, tree, bytes), slots[slot] < 0 else { return false }
      slots[slot] = node
    }
    return true
  }

  /// The node with an id; -1 if there is none.
  func find(
    _ bytes: UnsafeRawBufferPointer, _ id: Range<Int>, in tree: MarkupTree, _ treeBytes: UnsafeRawBufferPointer
  ) -> Int32 {
    slot(of: id, in: bytes, tree, treeBytes).map { slots[$0] } ?? -1
  }

  /// The slot of the node with an id, or the free slot for it; nil if the search takes too long.
  private func slot(
    of id: Range<Int>, in bytes: UnsafeRawBufferPointer, _ tree: MarkupTree, _ treeBytes: UnsafeRawBufferPointer
  ) -> Int? {
    var slot = Int(truncatingIfNeeded: Self.hash(UnsafeRawBufferPointer(rebasing: bytes[id]))) & mask
    for _ in 0..<Self.maximumSteps {
      let node = slots[slot]
      if node < 0 || treeBytes.isEqual(tree[node].id, to: bytes, id) { return slot }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
      index += 8
    }
    while index < bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0xbf58_476d_1ce4_e5b9
      hash ^= hash >> 32
      index += 1
    }
    return hash ^ hash >> 32
  }
}

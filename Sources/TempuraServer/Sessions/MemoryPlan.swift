/// Which sessions give memory back when the heap is over its limit: the largest ones first, and of those of a similar size the
/// ones that were idle longest.
enum MemoryPlan {
  /// The memory of a session, in bytes, about.
  struct Use {
    /// The memory of all its scenes.
    var all: Int
    /// The memory of its spare scenes: all but the one that was used last.
    var spare: Int
    /// When it was last used, in seconds of `Runtime.now`.
    var lastUse: Int64
  }

  /// What to do with a session.
  struct Step: Equatable {
    /// The index of the session in the list.
    let index: Int
    /// Whether the session leaves memory. Otherwise only its spare scenes end.
    let evicts: Bool
  }

  // An estimate of what a session takes besides its scenes, such as its state.
  private static let smallest = 16 << 10

  /// - Parameters:
  ///   - part: The part of the memory of all sessions to give back, from 0 to 1.
  ///   - endsSpareScenes: Whether spare scenes end first. Otherwise only whole sessions leave.
  static func steps(_ uses: [Use], part: Double, endsSpareScenes: Bool) -> [Step] {
    let sizes = uses.map { $0.all + smallest }
    let order = uses.indices.sorted {
      let (first, second) = (sizes[$0].leadingZeroBitCount, sizes[$1].leadingZeroBitCount)
      return (first, uses[$0].lastUse, $0) < (second, uses[$1].lastUse, $1)
    }
    var rest = Int(Double(sizes.reduce(0, +)) * min(max(part, 0), 1))
    var steps: [Step] = []
    if endsSpareScenes {
      for index in order where rest > 0 && uses[index].spare > 0 {
        steps.append(Step(index: index, evicts: false))
        rest -= uses[index].spare
      }
    }
    for index in order where rest > 0 {
      steps.append(Step(index: index, evicts: true))
      rest -= sizes[index] - (endsSpareScenes ? uses[index].spare : 0)
    }
    return steps
  }
}

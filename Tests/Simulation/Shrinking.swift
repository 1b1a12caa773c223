/// Makes a plan that leads to a violation shorter, as long as it leads to one.
struct Shrinking {
  private(set) var plan: Plan
  private(set) var violation: String

  init(_ plan: Plan, _ violation: String) {
    self.plan = plan
    self.violation = violation
    var size = max(plan.deeds.count / 2, 1)
    while true {
      var start = 0
      while start < self.plan.deeds.count {
        var shorter = self.plan
        let end = min(start + size, shorter.deeds.count)
        // What comes later happens at the same time as before.
        let pause = shorter.deeds[start..<end].reduce(0) { $0 + $1.pause }
        if end < shorter.deeds.count { shorter.deeds[end].pause += pause }
        shorter.deeds.removeSubrange(start..<end)
        if !tries(shorter) { start += size }
      }
      for fault in self.plan.faults {
        var simpler = self.plan
        simpler.faults.removeAll { $0 == fault }
        _ = tries(simpler)
      }
      for feature in self.plan.features ?? [] {
        var simpler = self.plan
        simpler.features?.removeAll { $0 == feature || feature == .streams && $0.isLive }
        _ = tries(simpler)
      }
      if size == 1 { return }
      size /= 2
    }
  }

  private mutating func tries(_ other: Plan) -> Bool {
    guard let violation = try? History(other).run() else { return false }
    (plan, self.violation) = (other, violation)
    return true
  }
}

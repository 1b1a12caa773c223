@testable import RewardsDemo

extension RewardsViewModel {
  /// All contents of the rewards screen.
  static var samples: [(name: String, model: RewardsViewModel)] {
    [
      ("invitation", .invitation(.none)),
      ("signing up", .invitation(.running)),
      ("failed", .invitation(.failed)),
      ("instruction", .instruction),
      ("welcome", .welcome),
      ("pause", .pause),
    ]
  }
}

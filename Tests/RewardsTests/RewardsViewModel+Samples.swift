@testable import RewardsDemo

extension RewardsViewModel {
  /// All that the rewards screen can show.
  static let samples: [(name: String, model: RewardsViewModel)] = [
    ("invitation", .invitation(.none)),
    ("signing up", .invitation(.running)),
    ("failed", .invitation(.failed)),
    ("instruction", .instruction),
    ("welcome", .welcome),
    ("pause", .pause),
  ]
}

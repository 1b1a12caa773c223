import Katana
import UIKit

struct ReviewState: State, Codable, Equatable {
  var reviews: [Review] = []
}

struct Review: Codable, Equatable {
  var stars: Int
  var text: String

  var isComplete: Bool { (1...5).contains(stars) && !text.isEmpty }
}

struct AddReview: StateUpdater {
  let review: Review

  func updateState(_ state: inout ReviewState) {
    guard review.isComplete, state.reviews.count < 100 else { return }
    state.reviews.insert(Review(stars: review.stars, text: String(review.text.prefix(500))), at: 0)
  }
}

import Tempura
import UIKit

struct CardViewModel: ViewModelWithState, Equatable {
  let isBlocked: Bool
  let status: String

  init(state: RewardsState) {
    isBlocked = state.card == .blocked
    status =
      isBlocked
      ? NSLocalizedString("Blocked", comment: "The status of the card")
      : NSLocalizedString("Active", comment: "The status of the card")
  }
}

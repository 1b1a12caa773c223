import Tempura
import UIKit

struct TryOutViewModel: ViewModelWithState, Equatable {
  let isServiceDown: Bool
  let status: String

  init(state: RewardsState) {
    isServiceDown = state.isServiceDown
    status =
      isServiceDown
      ? NSLocalizedString("The sign-up service is down.", comment: "Below the switch")
      : NSLocalizedString("The sign-up service is up.", comment: "Below the switch")
  }
}

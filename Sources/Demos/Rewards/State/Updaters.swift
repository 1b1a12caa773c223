import Katana

/// Blocks the card, or unblocks it.
struct SetCardStatus: StateUpdater {
  let status: CardStatus

  func updateState(_ state: inout RewardsState) { state.card = status }
}

/// Makes the customer a member of the programme.
struct JoinRewards: StateUpdater {
  func updateState(_ state: inout RewardsState) { state.isMember = true }
}

/// Has signing up fail, or work again.
struct SetServiceDown: StateUpdater {
  let isDown: Bool

  func updateState(_ state: inout RewardsState) { state.isServiceDown = isDown }
}

/// Makes everything as it was in the beginning.
struct StartOver: StateUpdater {
  func updateState(_ state: inout RewardsState) { state = RewardsState() }
}

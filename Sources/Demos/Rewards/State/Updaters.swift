import Katana

/// Blocks or unblocks the card.
struct SetCardStatus: StateUpdater {
  let status: CardStatus

  func updateState(_ state: inout RewardsState) { state.card = status }
}

/// Makes the customer a member of the programme.
struct JoinRewards: StateUpdater {
  func updateState(_ state: inout RewardsState) { state.isMember = true }
}

/// Makes signing up fail, or work again.
struct SetServiceDown: StateUpdater {
  let isDown: Bool

  func updateState(_ state: inout RewardsState) { state.isServiceDown = isDown }
}

/// Resets the state.
struct StartOver: StateUpdater {
  func updateState(_ state: inout RewardsState) { state = RewardsState() }
}

extension RewardsViewModel {
  /// What the screen shows of a customer with a card of this status.
  static func make(
    card: CardStatus, isMember: Bool, attempt: RewardsController.SignUpAttempt
  ) -> RewardsViewModel {
    switch (card, isMember) {
    case (.active, true): .welcome
    case (.blocked, true): .pause
    case (.blocked, false): .instruction
    case (.active, false): .invitation(attempt)
    }
  }

  /// The invitation to sign up.
  static func invitation(_ attempt: RewardsController.SignUpAttempt) -> RewardsViewModel {
    RewardsViewModel(
      symbol: .star,
      title: "Get something back every time you pay",
      message: "Sign up for Rewards and earn a point for every euro that you spend with your card.",
      benefits: [
        "Points never expire", "Erase any purchase with them, from flights to coffee",
        "Free, and yours to leave any day",
      ],
      problem: attempt == .failed ? "We could not sign you up just now. Nothing has changed; please try again." : nil,
      confirmTitle: title(of: attempt),
      isBusy: attempt == .running)
  }

  private static func title(of attempt: RewardsController.SignUpAttempt) -> String {
    switch attempt {
    case .none: "Sign up"
    case .running: "Signing you up…"
    case .failed: "Try again"
    }
  }

  /// What has to be done before the customer can sign up.
  static let instruction = RewardsViewModel(
    symbol: .lock,
    title: "Unblock your card first",
    message: "Your card is blocked, so it cannot earn points. Unblock it, and you can sign up for Rewards.")

  /// What members are told.
  static let welcome = RewardsViewModel(
    symbol: .check,
    title: "Welcome to Rewards",
    message: "From now on every euro that you spend with your card earns a point.")

  /// What members are told whose card is blocked.
  static let pause = RewardsViewModel(
    symbol: .lock,
    title: "Your points are safe",
    message: "Your card is blocked. You keep your points, and earn new ones as soon as you unblock it.")
}

import UIKit

extension RewardsViewModel {
  /// Returns the content of the screen for a customer with a card of a status.
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

  static func invitation(_ attempt: RewardsController.SignUpAttempt) -> RewardsViewModel {
    RewardsViewModel(
      symbol: .star,
      title: NSLocalizedString("Get something back every time you pay", comment: "Title of the invitation"),
      message: NSLocalizedString(
        "Sign up for Rewards and earn a point for every euro that you spend with your card.", comment: "Invitation"),
      benefits: [
        NSLocalizedString("Points never expire", comment: "Benefit"),
        NSLocalizedString("Erase any purchase with them, from flights to coffee", comment: "Benefit of points"),
        NSLocalizedString("Free, and yours to leave any day", comment: "Benefit of the programme"),
      ],
      problem: attempt == .failed
        ? NSLocalizedString(
          "We could not sign you up just now. Nothing has changed; please try again.", comment: "Problem")
        : nil,
      confirmTitle: title(of: attempt),
      isBusy: attempt == .running)
  }

  private static func title(of attempt: RewardsController.SignUpAttempt) -> String {
    switch attempt {
    case .none: NSLocalizedString("Sign up", comment: "Button")
    case .running: NSLocalizedString("Signing you up…", comment: "Button, while it is disabled")
    case .failed: NSLocalizedString("Try again", comment: "Button")
    }
  }

  /// The instruction to unblock the card before signing up.
  static var instruction: RewardsViewModel {
    RewardsViewModel(
      symbol: .lock,
      title: NSLocalizedString("Unblock your card first", comment: "Title"),
      message: NSLocalizedString(
        "Your card is blocked, so it cannot earn points. Unblock it, and you can sign up for Rewards.",
        comment: "For customers who have not signed up"))
  }

  /// The message to members.
  static var welcome: RewardsViewModel {
    RewardsViewModel(
      symbol: .check,
      title: NSLocalizedString("Welcome to Rewards", comment: "Title"),
      message: NSLocalizedString(
        "From now on every euro that you spend with your card earns a point.", comment: "For members"))
  }

  /// The message to members with a blocked card.
  static var pause: RewardsViewModel {
    RewardsViewModel(
      symbol: .lock,
      title: NSLocalizedString("Your points are safe", comment: "Title"),
      message: NSLocalizedString(
        "Your card is blocked. You keep your points, and earn new ones as soon as you unblock it.",
        comment: "For members"))
  }
}

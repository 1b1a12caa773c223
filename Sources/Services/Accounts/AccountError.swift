/// Why a user is not signed in, or not added. The description is a sentence for the user.
public enum AccountError: Error, Equatable, CustomStringConvertible {
  /// The name or the password is wrong, or there were too many tries. Users are not told which.
  case wrongPassword
  case nameTaken
  case badName
  case badPassword

  public var description: String {
    switch self {
    case .wrongPassword:
      "The name or the password is wrong. After ten wrong tries, wait for 15 minutes."
    case .nameTaken: "This name is taken. Choose another one."
    case .badName:
      "A name has 1 to \(AccountStore.maxNameCount) letters of one script, digits and signs such as . - _ @, and no spaces."
    case .badPassword:
      "A password has at least \(AccountStore.minPasswordCount) characters, and at most \(Password.maxBytes) bytes. Letters outside of "
        + "English take 2 to 4."
    }
  }
}

/// A flag of the app's own, for whoever runs its server, such as `--weather-url URL`. It is an environment variable, too:
/// `WEATHER_URL`.
public struct ServerFlag: Sendable {
  /// The name without dashes before it: lower case, with dashes between words.
  public let name: String
  /// What the value is, in a word, for `--help`.
  public let placeholder: String
  /// What `--help` says, in a sentence.
  public let help: String
  let set: @Sendable (String) -> Bool

  /// - Parameter set: Called with the value, before the app starts, if there is one. It returns whether the value is good:
  ///   if not, the server says so and does not start.
  public init(name: String, placeholder: String, help: String, set: @escaping @Sendable (String) -> Bool) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.set = set
  }
}

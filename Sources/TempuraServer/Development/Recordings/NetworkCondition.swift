/// What a server in development does to requests, so that its author sees the app as on a poor network.
package enum NetworkCondition: String, Codable, Sendable, CaseIterable {
  case good
  /// Each request takes 300 ms longer.
  case slow
  /// About each third request is lost.
  case lossy
  case offline
}

/// What is wrong with a URL.
enum RedisURLProblem: Error, Equatable {
  case noScheme
  case notEncoded
  case invalidEncoding
  case noPassword
  case invalidHost
  case invalidPort
  case invalidDatabase
  case noPath
  case pathTooLong(most: Int)
  case noValue(String)
  case unknownParameter(String)
  case invalidPrefix
  case invalidConnections
  case authoritiesWithoutTLS
}

/// Why Redis could not do what it was asked to.
enum RedisProblem: Error, Equatable {
  // On the way there
  case unknownHost(reason: String)
  case unreachable(code: Int32)
  case notConnectedInTime
  case system(operation: String, code: Int32)
  /// The connection is gone; the reason is nil if the other side closed it.
  case lost(code: Int32?)
  /// The same before anything was said, without TLS.
  case lostAtOnce(code: Int32?)
  case silent

  // TLS
  case authorities(file: String?, reason: String)
  case certificate(reason: String)
  case tls(reason: String)
  case silentInTLS

  // At the beginning
  case notRedis
  case passwordMissing
  case passwordWrong
  case passwordNotExpected
  case usersUnknown
  case protected
  case tooManyClients
  case noSuchDatabase(Int)
  case tooOld(version: String)
  case cluster

  // Answers to calls
  case loading
  case readOnly
  case outOfMemory
  case notSaving
  case busy
  case notPermitted(String)
  case movedElsewhere
  case otherType
  case other(String)
  case unexpectedAnswer

  // Before they are sent
  case tooManyCalls(most: Int)
  case notConnected(because: String?)
  case closed
}

extension RedisProblem {
  /// Whether somebody has to see to it before it can get any better.
  private var needsSomebody: Bool {
    switch self {
    case .authorities, .certificate, .tls, .notRedis, .passwordMissing, .passwordWrong,
      .passwordNotExpected, .usersUnknown, .protected, .noSuchDatabase, .tooOld, .cluster, .notPermitted:
      true
    default: false
    }
  }

  /// What a start fails with.
  func atStart(of url: RedisURL) -> StorageError {
    needsSomebody ? .unusable(sentence(url.description)) : .unavailable(sentence(url.description))
  }

  /// What a call fails with: whoever has to see to it may do so while the server runs.
  func inUse(of url: RedisURL) -> StorageError { .unavailable(sentence(url.description)) }

  /// Reads the error that Redis answered a call with.
  ///
  /// Within scripts Redis before version 7 puts the code somewhere into the text.
  init(answer text: String) {
    let words = text.split(separator: " ")
    func says(_ code: String) -> Bool { words.first == code[...] || words.contains("-" + code) }
    self =
      if says("LOADING") {
        .loading
      } else if says("READONLY") || says("MASTERDOWN") {
        .readOnly
      } else if says("OOM") {
        .outOfMemory
      } else if says("MISCONF") || says("NOREPLICAS") {
        .notSaving
      } else if says("BUSY") {
        .busy
      } else if says("NOAUTH") {
        .passwordMissing
      } else if says("WRONGPASS") {
        .passwordWrong
      } else if says("DENIED") {
        .protected
      } else if text.hasPrefix("ERR max number of clients") {
        .tooManyClients
      } else if says("NOPERM") {
        .notPermitted(Self.shown(text))
      } else if says("MOVED") || says("ASK") || says("CLUSTERDOWN") || says("CROSSSLOT") || says("TRYAGAIN") {
        .movedElsewhere
      } else if words.contains("WRONGTYPE") || says("WRONGTYPE") {
        .otherType
      } else {
        .other(Self.shown(text))
      }
  }

  /// Redis repeats arguments in some errors, which may be what is in a session.
  private static func shown(_ text: String) -> String {
    let end = text.firstRange(of: ", with args")?.lowerBound ?? text.endIndex
    return String(text[..<end].prefix(200))
  }
}

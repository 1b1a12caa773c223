/// What is wrong with a URL.
enum RedisURLError: Error, Equatable {
  case noScheme
  case notEncoded
  case invalidEncoding
  case noPassword
  case invalidHost
  case invalidPort
  case invalidDatabase
  case noPath
  case pathTooLong(limit: Int)
  case noValue(String)
  case unknownParameter(String)
  case invalidPrefix
  case authoritiesWithoutTLS
  case invalidReplicas
  case noPrimaryName
  case parameterWithoutSentinel(String)
}

extension RedisURLError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noScheme:
      "The URL of Redis must begin with redis://, rediss:// (for TLS) or unix://, such as redis://localhost:6379. With "
        + "Sentinel it begins with redis-sentinel:// or rediss-sentinel://."
    case .notEncoded:
      "The URL of Redis has a character in a wrong position. In a user, a password or a parameter write / as %2F, ? as %3F, "
        + "# as %23 and @ as %40."
    case .invalidEncoding:
      "The URL of Redis has a percent sign without two hexadecimal digits, or bytes that are not UTF-8. Write a percent "
        + "sign itself as %25."
    case .noPassword:
      "The URL of Redis has a user without a password. Write redis://USER:PASSWORD@HOST, or redis://:PASSWORD@HOST."
    case .invalidHost:
      "The URL of Redis has no valid host. Write redis://HOST:PORT, and an IPv6 address in brackets."
    case .invalidPort: "The port in the URL of Redis is not a number from 1 to 65535."
    case .invalidDatabase:
      "The database in the URL of Redis is not a number. Write redis://HOST:PORT/0 for the first one."
    case .noPath: "The URL of Redis has no path of a socket. Write unix:///PATH, with three slashes."
    case .pathTooLong(let limit):
      "The path of the socket in the URL of Redis is too long. The system allows \(limit) bytes."
    case .noValue(let name): "The parameter \"\(name)\" in the URL of Redis has no value. Write \(name)=VALUE."
    case .unknownParameter(let name):
      "The URL of Redis cannot have the parameter \"\(name)\". It can have prefix and wait, with TLS also ca, with "
        + "Sentinel also sentinel-user and sentinel-password, and with unix:// also database."
    case .invalidPrefix:
      "The prefix in the URL of Redis is not valid. It can have up to 100 letters, digits and characters - _ . :"
    case .authoritiesWithoutTLS: "The parameter \"ca\" in the URL of Redis needs TLS. Write rediss://."
    case .invalidReplicas:
      "The parameter \"wait\" in the URL of Redis is not a number from 0 to 100. It is the number of replicas that must "
        + "have a change."
    case .noPrimaryName:
      "The URL of the sentinels does not name the primary. Write redis-sentinel://HOST:PORT,HOST:PORT/NAME, with the name "
        + "that the sentinels monitor."
    case .parameterWithoutSentinel(let name):
      "The parameter \"\(name)\" in the URL of Redis needs Sentinel. Write redis-sentinel://."
    }
  }
}

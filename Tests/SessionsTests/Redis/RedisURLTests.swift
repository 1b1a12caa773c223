import Testing

@testable import RedisSessions
@testable import Sessions

@Suite struct RedisURLTests {
  @Test func aURLNeedsOnlyAHost() throws {
    let url = try RedisURL("redis://localhost")
    #expect(url.endpoints == [.host("localhost", port: 6379)])
    #expect(!url.isEncrypted)
    #expect(url.user == nil)
    #expect(url.password == nil)
    #expect(url.database == 0)
    #expect(url.prefix == "tempura")
    #expect(url.authorities == nil)
  }

  @Test func allPartsOfAURLAreRead() throws {
    let url = try RedisURL(
      "rediss://me:s%2Fe%40c%3Ar%25t%C3%A9@[::1]:7000/15?prefix=my-app_1.2:x&ca=/a%20b.pem")
    #expect(url.endpoints == [.host("::1", port: 7000)])
    #expect(url.isEncrypted)
    #expect(url.user == "me")
    #expect(url.password == "s/e@c:r%té")
    #expect(url.database == 15)
    #expect(url.prefix == "my-app_1.2:x")
    #expect(url.authorities == "/a b.pem")
  }

  @Test func theURLOfASocketHasAPath() throws {
    let url = try RedisURL("unix://:secret@/run/redis/redis%20.sock?database=3")
    #expect(url.endpoints == [.path("/run/redis/redis .sock")])
    #expect(url.user == nil)
    #expect(url.password == "secret")
    #expect(url.database == 3)
  }

  @Test func aClusterHasSeveralHosts() throws {
    let url = try RedisURL("rediss://me:secret@a,b:7001,[::1]:7002?prefix=x&wait=2")
    #expect(url.endpoints == [.host("a", port: 6379), .host("b", port: 7001), .host("::1", port: 7002)])
    #expect(url.replicas == 2)
    #expect(url.sentinels == nil)
    #expect(url.description == "a:6379,b:7001,[::1]:7002")
  }

  @Test func sentinelsHaveLoginsOfTheirOwn() throws {
    let url = try RedisURL("redis-sentinel://me:secret@a,b:7001/my%20primary/3?sentinel-user=u&sentinel-password=p%26q")
    #expect(url.endpoints == [.host("a", port: 26379), .host("b", port: 7001)])
    #expect(url.sentinels == RedisURL.Sentinels(name: "my primary", user: "u", password: "p&q"))
    #expect((url.user, url.password, url.database) == ("me", "secret", 3))
    #expect(!url.isEncrypted)
    #expect(url.description == "my primary (of the sentinels a:26379,b:7001)")
    #expect(try RedisURL("rediss-sentinel://a/p").isEncrypted)
    #expect(try RedisURL("redis-sentinel://a/p/").database == 0)
  }

  @Test(arguments: [
    ("redis://localhost/", 0), ("redis://localhost/7", 7), ("redis://localhost?prefix=a", 0),
    ("redis://localhost:1/2?", 2),
  ])
  func theDatabaseIs0ByDefault(text: String, database: Int) throws {
    #expect(try RedisURL(text).database == database)
  }

  private static let problems: [(String, RedisURLError)] = [
    ("", .noScheme),
    ("localhost", .noScheme),
    ("localhost:6379", .noScheme),
    ("http://localhost", .noScheme),
    ("redis:/localhost", .noScheme),
    ("redis://:pass/word@localhost", .notEncoded),
    ("redis://:pass@word@localhost", .notEncoded),
    ("redis://:password@localhost#1", .notEncoded),
    ("redis://:password@localhost?ca=a@b", .notEncoded),
    ("redis://:pass%word@localhost", .invalidEncoding),
    ("redis://:password%@localhost", .invalidEncoding),
    ("redis://:password%+1@localhost", .invalidEncoding),
    ("redis://:password%00@localhost", .invalidEncoding),
    ("redis://:password%ff@localhost", .invalidEncoding),
    ("redis://password@localhost", .noPassword),
    ("redis://me:@localhost", .noPassword),
    ("redis://@localhost", .noPassword),
    ("redis://", .invalidHost),
    ("redis://:6379", .invalidHost),
    ("redis:///1", .invalidHost),
    ("redis://[::1", .invalidHost),
    ("redis://[::1]6379", .invalidHost),
    ("redis://local host", .invalidHost),
    ("redis://localhost:", .invalidPort),
    ("redis://localhost:0", .invalidPort),
    ("redis://localhost:65536", .invalidPort),
    ("redis://localhost:password", .invalidPort),
    ("redis://::1", .invalidHost), ("redis://fe80::1", .invalidPort),
    ("redis://a,", .invalidHost),
    ("redis://a,,b", .invalidHost),
    ("redis://a:1,b:0", .invalidPort),
    ("redis-sentinel://a", .noPrimaryName),
    ("redis-sentinel://a/", .noPrimaryName),
    ("redis-sentinel://a/name/x", .invalidDatabase),
    ("redis-sentinel://a/name?sentinel-password=pass&word", .notEncoded),
    ("redis-sentinel://a/name?sentinel-password=pass@word", .notEncoded),
    ("redis://a?sentinel-password=password", .parameterWithoutSentinel("sentinel-password")),
    ("redis://a?wait=-1", .invalidReplicas),
    ("redis://a?wait=101", .invalidReplicas),
    ("redis://a?wait=all", .invalidReplicas),
    ("redis://localhost/one", .invalidDatabase),
    ("redis://localhost/-1", .invalidDatabase),
    ("redis://localhost/99999999999", .invalidDatabase),
    ("redis://localhost/1/2", .invalidDatabase),
    ("unix://", .noPath),
    ("unix:///", .noPath),
    ("unix://run/redis.sock", .noPath),
    ("unix:///" + String(repeating: "x", count: 107), .pathTooLong(limit: 107)),
    ("redis://localhost?prefix=", .noValue("prefix")),
    ("redis://localhost?prefix", .noValue("prefix")),
    ("redis://localhost?password=password", .unknownParameter("password")),
    ("redis://localhost?database=1", .unknownParameter("database")),
    ("redis://localhost?prefix=a*", .invalidPrefix),
    ("redis://localhost?prefix=%C3%A9", .invalidPrefix),
    ("redis://localhost?prefix=" + String(repeating: "x", count: 101), .invalidPrefix),
    ("redis://localhost?ca=/a.pem", .authoritiesWithoutTLS),
    ("unix:///a?ca=/a.pem", .authoritiesWithoutTLS),
  ]

  @Test(arguments: problems)
  func anInvalidURLIsRefusedWithoutItsPassword(text: String, problem: RedisURLError) {
    #expect(throws: StorageError.unusable(problem.description)) { try RedisURL(text) }
    #expect(!problem.description.contains("pass@word") && !problem.description.contains("pass/word"))
  }

  @Test func eachProblemHasASentence() {
    let sentences: [(RedisURLError, String)] = [
      (
        .noScheme,
        "The URL of Redis must begin with redis://, rediss:// (for TLS) or unix://, such as redis://localhost:6379. "
          + "With Sentinel it begins with redis-sentinel:// or rediss-sentinel://."
      ),
      (
        .notEncoded,
        "The URL of Redis has a character in a wrong position. In a user, a password or a parameter write / as %2F, "
          + "? as %3F, # as %23 and @ as %40."
      ),
      (
        .invalidEncoding,
        "The URL of Redis has a percent sign without two hexadecimal digits, or bytes that are not UTF-8. "
          + "Write a percent sign itself as %25."
      ),
      (
        .noPassword,
        "The URL of Redis has a user without a password. "
          + "Write redis://USER:PASSWORD@HOST, or redis://:PASSWORD@HOST."
      ),
      (
        .invalidHost,
        "The URL of Redis has no valid host. Write redis://HOST:PORT, and an IPv6 address in brackets."
      ),
      (.invalidPort, "The port in the URL of Redis is not a number from 1 to 65535."),
      (
        .invalidDatabase,
        "The database in the URL of Redis is not a number. Write redis://HOST:PORT/0 for the first one."
      ),
      (.noPath, "The URL of Redis has no path of a socket. Write unix:///PATH, with three slashes."),
      (
        .pathTooLong(limit: 107),
        "The path of the socket in the URL of Redis is too long. The system allows 107 bytes."
      ),
      (.noValue("ca"), "The parameter \"ca\" in the URL of Redis has no value. Write ca=VALUE."),
      (
        .unknownParameter("x"),
        "The URL of Redis cannot have the parameter \"x\". It can have prefix and wait, with TLS also ca, with Sentinel "
          + "also sentinel-user and sentinel-password, and with unix:// also database."
      ),
      (
        .invalidPrefix,
        "The prefix in the URL of Redis is not valid. It can have up to 100 letters, digits and characters - _ . :"
      ),
      (.authoritiesWithoutTLS, "The parameter \"ca\" in the URL of Redis needs TLS. Write rediss://."),
      (
        .invalidReplicas,
        "The parameter \"wait\" in the URL of Redis is not a number from 0 to 100. It is the number of replicas that "
          + "must have a change."
      ),
      (
        .noPrimaryName,
        "The URL of the sentinels does not name the primary. Write redis-sentinel://HOST:PORT,HOST:PORT/NAME, with the "
          + "name that the sentinels monitor."
      ),
      (
        .parameterWithoutSentinel("sentinel-user"),
        "The parameter \"sentinel-user\" in the URL of Redis needs Sentinel. Write redis-sentinel://."
      ),
    ]
    for (problem, sentence) in sentences { #expect(problem.description == sentence) }
  }

  @Test(arguments: [
    ("redis://me:secret@localhost/1", "localhost:6379"), ("rediss://me:secret@[::1]:7", "[::1]:7"),
    ("unix://me:secret@/run/redis.sock", "/run/redis.sock"),
  ])
  func noDescriptionShowsThePassword(text: String, location: String) throws {
    let url = try RedisURL(text)
    #expect("\(url)" == location)
    #expect(String(reflecting: url) == location)
    var dumped = ""
    dump(url, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}

import SessionsTesting
import Glibc
import TestSupport
import Testing

@testable import RedisSessions
@testable import Sessions

/// The errors of a server that starts and cannot use its Redis.
@Suite struct RedisStartTests {
  private static let password = "s3cret-/:@%"
  private static let encoded = "s3cret-%2F%3A%40%25"

  /// The error of a start.
  private func failure(_ url: RedisURL) -> StorageError? {
    do {
      try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }.close()
      return nil
    } catch {
      #expect(!error.description.contains("s3cret"))
      return error
    }
  }

  @Test func aRedisThatDoesNotRunIsReported() throws {
    let port = try UnusedPort()
    let url = try RedisURL("redis://:\(Self.encoded)@127.0.0.1:\(port.number)")
    #expect(failure(url) == .unavailable(RedisError.unreachable(code: ECONNREFUSED).sentence(url.description)))
    let socket = try RedisURL("unix:///nowhere/redis.sock")
    #expect(failure(socket) == .unavailable(RedisError.unreachable(code: ENOENT).sentence("/nowhere/redis.sock")))
  }

  @Test func anUnknownHostIsReported() throws {
    // Longer than a name can be (RFC 1035, section 2.3.4), so that no name server is asked.
    let host = String(repeating: "a", count: 300)
    let error = try #require(failure(RedisURL("redis://\(host)")))
    #expect(error.description.hasPrefix("The host of Redis at \(host):6379 was not found ("))
  }

  @Test func aStorageConnectsToAPort() async throws {
    let (server, port) = try RedisServer.listening { ["--port", "\($0)"] }
    let storage = try RedisStorage(
      RedisURL("redis://localhost:\(port)/1"), limits: StorageLimits(), timeouts: .patient
    ) { 1000 }
    defer { storage.close() }
    let key = SessionKey(of: .random())
    let record = SessionRecord(version: 1, content: EncodedContent(bytes: [1]), expiry: .max)
    #expect(try await storage.save(record, for: key, replacing: 0) == .saved)
    #expect(try server.ask("-n", "1", "DBSIZE") == "2", "a session, and the format")
  }

  @Test func aWrongPasswordIsReported() throws {
    let server = try RedisServer(["--requirepass", Self.password])
    #expect(try failure(server.url(login: ":\(Self.encoded)@")) == nil)
    #expect(try failure(server.url(login: "default:\(Self.encoded)@")) == nil)
    for login in [":s3cret@", "default:s3cret@", "nobody:\(Self.encoded)@"] {
      let url = try server.url(login: login)
      #expect(failure(url) == .unusable(RedisError.passwordWrong.sentence(url.description)))
    }
    let url = try server.url()
    #expect(failure(url) == .unusable(RedisError.passwordMissing.sentence(url.description)))
  }

  @Test func aPasswordForARedisWithoutOneIsReported() throws {
    let url = try RedisServer.shared().url(login: ":s3cret@")
    #expect(failure(url) == .unusable(RedisError.passwordNotExpected.sentence(url.description)))
  }

  @Test func aMissingDatabaseIsReported() throws {
    let url = try RedisServer.shared().url("database=16")
    #expect(failure(url) == .unusable(RedisError.noSuchDatabase(16).sentence(url.description)))
  }

  @Test func aUserNeedsFewPermissions() async throws {
    let permissions =
      "~tempura:* &tempura:* -@all +ping +info +eval +evalsha +scan +subscribe +publish +hmget +hset +del "
      + "+expire"
    let server = try RedisServer(
      ["--user", "app", "on", ">s3cret"] + permissions.split(separator: " ").map(String.init))
    let url = try server.url(login: "app:s3cret@")
    let storage = try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    defer { storage.close() }
    let (keys, new) = ((0..<3).map { _ in SessionKey(of: .random()) }, SessionKey(of: .random()))
    let content = EncodedContent(bytes: [1])
    for key in keys {
      let record = SessionRecord(version: 1, content: content, expiry: 2000)
      #expect(try await storage.save(record, for: key, replacing: 0) == .saved)
    }
    #expect(try await storage.record(keys[2]) != nil)
    try await storage.touch(keys[2], expiry: 3000)
    let next = SessionRecord(version: 2, content: content, expiry: 3000, isUsed: true)
    #expect(try await storage.save(next, for: keys[2], replacing: 1) == .saved)
    #expect(try await storage.rename(keys[2], to: new, replacing: 2) == .saved)
    try await storage.quarantine(new)
    #expect(try await storage.list().count == 4)
    #expect(try await storage.remove(new))
    await withCheckedContinuation { done in
      let subscription = Box()
      subscription.value = storage.subscribe { _ in
        subscription.value = nil
        done.resume()
      }
    }
  }

  private final class Box: @unchecked Sendable {
    // Safe because it is set before it is used.
    var value: AnyObject?
  }

  @Test func aUserWithoutPermissionsIsReported() throws {
    let server = try RedisServer(["--user", "app", "on", ">s3cret", "~*", "-@all", "+info"])
    let error = try failure(server.url(login: "app:s3cret@"))
    guard case .unusable(let sentence) = error else { return #expect(error != nil && Bool(false)) }
    #expect(sentence.contains("refuses a command that the user in the URL needs: NOPERM"))
  }

  @Test func aServerThatIsNotRedisIsReported() throws {
    let web = try SocketListener.saying("HTTP/1.1 400 Bad Request\r\n\r\n")
    let url = try RedisURL("unix://\(web.path)")
    #expect(failure(url) == .unusable(RedisError.notRedis.sentence(web.path)))
    let polite = try SocketListener.saying("+OK\r\n")
    #expect(try failure(RedisURL("unix://\(polite.path)")) == .unusable(RedisError.notRedis.sentence(polite.path)))
  }

  @Test func aTooOldRedisIsReported() throws {
    let info = "# Server\r\nredis_version:4.0.14\r\nredis_mode:standalone\r\n"
    let old = try SocketListener.saying("+PONG\r\n", "$\(info.utf8.count)\r\n\(info)\r\n")
    let sentence = RedisError.tooOld(version: "4.0.14").sentence(old.path)
    #expect(try failure(RedisURL("unix://\(old.path)")) == .unusable(sentence))
  }

  @Test func aPasswordThatAServerRepeatsIsNotShown() throws {
    let answer = "-ERR unknown command 'AUTH', with args beginning with: 's3cret'\r\n+PONG\r\n"
    let odd = try SocketListener.saying(answer)
    let url = try RedisURL("unix://:s3cret@\(odd.path)")
    #expect(failure(url) == .unusable(RedisError.passwordWrong.sentence(odd.path)))
  }

  @Test func aRedisWithTooManyClientsIsReported() throws {
    let server = try RedisServer(["--maxclients", "1"])
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    #expect(SocketListener.address(server.socket) { connect(client, $0, $1) } == 0)
    // Redis may close the connection before or after it receives a command.
    for _ in 0..<50 {
      #expect(try failure(server.url()) == .unavailable(RedisError.tooManyClients.sentence(server.socket)))
    }
  }
}

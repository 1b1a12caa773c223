import SessionsTesting
import Foundation
import Testing

@testable import RedisSessions
@testable import Sessions

@Suite(.timeLimit(.minutes(2))) struct RedisTLSTests {
  private func failure(_ url: String, _ timeouts: RedisTimeouts = .patient) throws -> StorageError? {
    let url = try RedisURL(url)
    do {
      try RedisStorage(url, limits: StorageLimits(), timeouts: timeouts) { 1000 }.close()
      return nil
    } catch {
      return error
    }
  }

  private func unusable(_ error: StorageError?) -> String? {
    if case .unusable(let sentence) = error { sentence } else { nil }
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func sessionsAreStoredThroughTLS(host: String) async throws {
    let certificates = try Certificates(for: "DNS:localhost,IP:127.0.0.1")
    let (server, port) = try certificates.server()
    let url = try RedisURL("rediss://\(host):\(port)?ca=\(certificates.authority)")
    let storage = try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    defer { storage.close() }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = storage.subscribe { log.yield($0) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for size in [0, 1, 16 * 1024, 900_000] + Array(1...100) {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        group.addTask { () async throws in
          let key = SessionKey(of: .random())
          let record = SessionRecord(version: 1, content: EncodedContent(bytes: content), expiry: 2000)
          #expect(try await storage.save(record, for: key, replacing: 0) == .saved)
          let isSame = try await storage.record(key)?.content.encoded() == content
          #expect(isSame)
        }
      }
      try await group.waitForAll()
    }
    let key = SessionKey(of: .random())
    try server.ask("PUBLISH", "tempura:changed", "another \(key.hexadecimal)")
    #expect(await iterator.next() == key)
    withExtendedLifetime(subscription) {}
  }

  @Test func aCertificateOfAnUntrustedAuthorityIsRefused() throws {
    let certificates = try Certificates(for: "DNS:localhost")
    let (server, port) = try certificates.server()
    let error = try failure("rediss://localhost:\(port)")
    let errorSentence = try #require(unusable(error))
    #expect(errorSentence.contains("The certificate of Redis at localhost:\(port) is not accepted: "))
    #expect(errorSentence.contains("The certificate issuer is unknown."))
    let others = try Certificates(for: "DNS:localhost")
    let other = try failure("rediss://localhost:\(port)?ca=\(others.authority)")
    let otherSentence = try #require(unusable(other))
    #expect(otherSentence.contains("is not accepted"))
    withExtendedLifetime(server) {}
  }

  @Test func aCertificateForAnotherHostIsRefused() throws {
    for (names, host) in [
      ("DNS:redis.example", "localhost"), ("DNS:localhost", "127.0.0.1"), ("IP:127.0.0.1", "localhost"),
    ] {
      let certificates = try Certificates(for: names)
      let (server, port) = try certificates.server()
      let error = try failure("rediss://\(host):\(port)?ca=\(certificates.authority)")
      let errorSentence = try #require(unusable(error))
      #expect(errorSentence.contains("The name in the certificate does not match the expected."))
      withExtendedLifetime(server) {}
    }
  }

  @Test func anExpiredCertificateIsRefused() throws {
    let certificates = try Certificates(for: "DNS:localhost", days: -1)
    let (server, port) = try certificates.server()
    let error = try failure("rediss://localhost:\(port)?ca=\(certificates.authority)")
    #expect(error?.description.contains("expired") == true)
    withExtendedLifetime(server) {}
  }

  @Test func aFileWithoutAuthoritiesIsReported() throws {
    let missing = try failure("rediss://localhost?ca=/nowhere/ca.pem")
    let missingSentence = try #require(unusable(missing))
    #expect(missingSentence.hasPrefix("No certificates can be read from the file /nowhere/ca.pem "))
    let none = try failure("rediss://localhost?ca=/dev/null")
    #expect(none?.description.hasPrefix("No certificates can be read from the file /dev/null ") == true)
  }

  @Test func aURLWithTheWrongSchemeForTLSIsReported() throws {
    let certificates = try Certificates(for: "DNS:localhost")
    let (server, port) = try certificates.server()
    let unencrypted = try failure("redis://localhost:\(port)")
    // The connection may be reset before its last bytes are read.
    #expect(unencrypted?.description.hasSuffix("If it expects TLS, the URL must begin with rediss://.") == true)
    withExtendedLifetime(server) {}
    let (plain, plainPort) = try RedisServer.listening { ["--port", "\($0)"] }
    // Redis reads the handshake as the start of a line, and waits for the line's end.
    let error = try failure("rediss://localhost:\(plainPort)?ca=\(certificates.authority)", RedisTimeouts())
    #expect(error?.description.contains("the URL") == true)
    #expect(error?.description.contains("redis://") == true)
    withExtendedLifetime(plain) {}
  }

  @Test func aLostTLSConnectionIsMadeAgain() async throws {
    let certificates = try Certificates(for: "DNS:localhost")
    let (server, port) = try certificates.server()
    let url = try RedisURL("rediss://localhost:\(port)?ca=\(certificates.authority)")
    let storage = try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    defer { storage.close() }
    let key = SessionKey(of: .random())
    let record = SessionRecord(version: 1, content: EncodedContent(bytes: [1]), expiry: 2000)
    #expect(try await storage.save(record, for: key, replacing: 0) == .saved)
    for _ in 0..<3 {
      try server.ask("CLIENT", "KILL", "TYPE", "normal")
      #expect(try await storage.record(key)?.version == 1)
    }
  }
}

extension Certificates {
  fileprivate func server() throws -> (server: RedisServer, port: UInt16) {
    try RedisServer.listening { port in
      [
        "--tls-port", "\(port)", "--tls-auth-clients", "no", "--tls-ca-cert-file", authority, "--tls-cert-file",
        "\(folder)/certificate.pem", "--tls-key-file", "\(folder)/key.pem",
      ]
    }
  }
}

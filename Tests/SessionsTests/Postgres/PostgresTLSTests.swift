import Foundation
import Glibc
import SessionsTesting
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import Sessions

@Suite(.timeLimit(.minutes(2))) struct PostgresTLSTests {
  /// A server that listens at a port.
  private func server(
    _ certificates: Certificates, ssl: Bool = true, rules: String = "host all all all trust"
  ) throws -> (server: PostgresServer, port: UInt16) {
    try PostgresServer.listening(
      ["ssl=\(ssl ? "on" : "off")", "ssl_cert_file=certificate.pem", "ssl_key_file=key.pem"]
    ) { data in
      for name in ["certificate.pem", "key.pem"] {
        try FileManager.default.copyItem(atPath: "\(certificates.folder)/\(name)", toPath: "\(data)/\(name)")
        chmod("\(data)/\(name)", 0o600)
        if geteuid() == 0 { chown("\(data)/\(name)", PostgresServer.user, PostgresServer.user) }
      }
      try Data("local all all trust\n\(rules)\n".utf8).write(to: URL(fileURLWithPath: "\(data)/pg_hba.conf"))
    }
  }

  private func failure(_ url: String) throws -> StorageError? {
    let url = try PostgresURL(url)
    do {
      try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }.close()
      return nil
    } catch {
      return error
    }
  }

  @Test func sessionsAreStoredThroughTLS() async throws {
    let certificates = try Certificates(for: "DNS:localhost,IP:127.0.0.1")
    let (server, port) = try server(certificates, rules: "hostssl all all all trust")
    let url = try PostgresURL(
      "postgres://postgres@127.0.0.1:\(port)/postgres?sslrootcert=\(certificates.authority)")
    let storage = try PostgresStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    defer { storage.close() }
    let key = SessionKey(of: .random())
    #expect(try await storage.save(testRecord(bytes: 500_000), for: key, replacing: 0) == .saved)
    #expect(try await storage.record(key)?.text?.utf8.count == 500_000)
    #expect(
      try server.ask("SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_port > 0")
        == "t")
  }

  @Test func aCertificateThatIsNotValidIsRefused() throws {
    let certificates = try Certificates(for: "DNS:other.host")
    let stranger = try Certificates(for: "IP:127.0.0.1")
    let (server, port) = try server(certificates)
    let location = "127.0.0.1:\(port)"
    let url = "postgres://postgres@\(location)/postgres?sslrootcert="
    for (authority, problem) in [
      (stranger.authority, PostgresError.certificate(reason: "certificate verify failed")),
      (
        certificates.authority,
        .certificate(
          reason: "server certificate for \"other.host\" (and 1 other name) does not match host name \"127.0.0.1\"")
      ),
      ("/none.pem", .certificateFile(reason: "root certificate file \"/none.pem\" does not exist")),
    ] {
      #expect(try failure(url + authority) == .unusable(problem.sentence(location)))
    }
    #expect(try failure("\(url)\(certificates.authority)&sslmode=verify-ca") == nil)
    withExtendedLifetime(server) {}
  }

  @Test func aServerWithoutTLSIsReportedIfTheURLRequiresIt() throws {
    let (server, port) = try server(Certificates(for: "DNS:localhost"), ssl: false)
    let location = "127.0.0.1:\(port)"
    #expect(
      try failure("postgres://postgres@\(location)/postgres?sslmode=require")
        == .unusable(PostgresError.withoutTLS.sentence(location)))
    #expect(try failure("postgres://postgres@\(location)/postgres") == nil)
    withExtendedLifetime(server) {}
  }

  @Test func theLoginIsChecked() throws {
    let (server, port) = try server(
      Certificates(for: "DNS:localhost"), rules: "hostssl all all all scram-sha-256")
    try server.ask("ALTER ROLE postgres PASSWORD 's3cret-/:@%'")
    let location = "127.0.0.1:\(port)"
    func error(_ login: String, _ query: String = "") throws -> StorageError? {
      let error = try failure("postgres://\(login)@\(location)/postgres\(query)")
      #expect(error?.description.contains("s3cret") != true)
      return error
    }
    #expect(try error("postgres:s3cret-%2F%3A%40%25") == nil)
    for login in ["postgres:s3cret", "someone:s3cret"] {
      #expect(try error(login) == .unusable(PostgresError.passwordWrong.sentence(location)))
    }
    #expect(try error("postgres") == .unusable(PostgresError.passwordMissing.sentence(location)))
    let text =
      "no pg_hba.conf entry for host \"127.0.0.1\", user \"postgres\", database \"postgres\", no encryption"
    #expect(
      try error("postgres:s3cret", "?sslmode=disable") == .unusable(PostgresError.notAllowed(text).sentence(location)))
  }
}

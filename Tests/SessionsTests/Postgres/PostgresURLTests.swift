import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import Sessions

@Suite struct PostgresURLTests {
  private func problem(_ text: String) -> String? {
    do {
      _ = try PostgresURL(text)
      return nil
    } catch {
      #expect(!error.description.contains("s3cret"))
      return error.description
    }
  }

  @Test func theDefaultsAreThoseOfSessions() throws {
    let url = try PostgresURL("postgres://user:s3cret@db.internal/app")
    #expect(url.hosts == [PostgresURL.Host(name: "db.internal")])
    #expect(url.prefix == "tempura")
    #expect(url.pool == 4)
    #expect(url.connectTimeout == nil)
    #expect(url.settings["user"] == "user")
    #expect(url.settings["password"] == "s3cret")
    #expect(url.settings["dbname"] == "app")
    #expect(url.settings["target_session_attrs"] == "read-write")
    #expect(url.settings["sslmode"] == nil)
    #expect(url.settings["fallback_application_name"]?.isEmpty == false)
  }

  @Test func ownParametersAreNotGivenToLibpq() throws {
    let url = try PostgresURL("postgresql://h/app?prefix=shop_1&sslmode=require&pool=16&connect_timeout=7")
    #expect(url.prefix == "shop_1")
    #expect(url.pool == 16)
    #expect(url.connectTimeout == .seconds(7))
    #expect(url.settings["sslmode"] == "require")
    #expect(url.settings["prefix"] == nil)
  }

  @Test func aCertificateOfAnAuthorityIsChecked() throws {
    #expect(try PostgresURL("postgres://h?sslrootcert=/ca.pem").settings["sslmode"] == "verify-full")
    #expect(try PostgresURL("postgres://h?sslrootcert=/ca.pem&sslmode=verify-ca").settings["sslmode"] == "verify-ca")
  }

  @Test(arguments: [
    ("postgres://one,two:6000/app", "one:5432,two:6000"), ("postgres://[::1]:7/app", "[::1]:7"),
    ("postgres:///app?host=/run/postgresql", "/run/postgresql"), ("postgres://%2Frun%2Fpg/app", "/run/pg"),
    ("postgres:///app?host=a,b&port=1,2", "a:1,b:2"), ("postgres:///app?host=a,b&port=9", "a:9,b:9"),
    ("postgres:///app?hostaddr=10.0.0.1", "10.0.0.1:5432"), ("postgres:///app", "its default socket"),
  ])
  func theDescriptionHasTheLocations(text: String, location: String) throws {
    #expect("\(try PostgresURL(text))" == location)
  }

  private static let invalid = PostgresURLError.invalid.description

  @Test(arguments: [
    ("postgres://user:s3cret%zz@host", invalid), ("postgres://[::1", invalid), ("postgres://h:s3cret/x?a@b", invalid),
    ("postgres://u:1?s3cret@host/app", invalid),
    ("postgres://shop:se/s3cret@db/x", invalid), ("postgres://h?password=a&s3cret", invalid),
    ("postgres://h?sslpassword=a&s3cret=x", invalid), ("postgres://h?s3cret-x=1", invalid),
    ("postgres:///app?host=a,b&port=1,2,3", invalid),
    ("postgres://h?color=red", PostgresURLError.unknownParameter("color").description),
    ("postgres://h?sslmode=", PostgresURLError.noValue("sslmode").description),
    ("postgres://h?pool", PostgresURLError.noValue("pool").description),
    ("postgres://h?pool=0", PostgresURLError.invalidPool.description),
    ("postgres://h?pool=101", PostgresURLError.invalidPool.description),
    ("postgres://h?prefix=Shop", PostgresURLError.invalidPrefix.description),
    ("postgres://h?prefix=1shop", PostgresURLError.invalidPrefix.description),
    ("postgres://h?prefix=a%22b", PostgresURLError.invalidPrefix.description),
    ("postgres://h?connect_timeout=0", PostgresURLError.invalidTimeout.description),
    ("postgres://h?target_session_attrs=standby", PostgresURLError.notWritable.description),
  ])
  func anInvalidURLIsRefused(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test(arguments: [
    (
      PostgresURLError.invalid,
      "The URL of PostgreSQL is not valid. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE. In a user, a password or a "
        + "parameter write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25."
    ),
    (.noValue("pool"), "The parameter \"pool\" in the URL of PostgreSQL has no value. Write pool=VALUE."),
    (
      .unknownParameter("x"),
      "The URL of PostgreSQL cannot have the parameter \"x\". It can have those of libpq, prefix and pool."
    ),
    (
      .invalidPrefix,
      "The prefix in the URL of PostgreSQL is not valid. It can have up to 40 lower-case letters, digits and _, and "
        + "begins with a letter."
    ),
    (.invalidPool, "The pool in the URL of PostgreSQL is not a number of connections from 1 to 100."),
    (.invalidTimeout, "The connect_timeout in the URL of PostgreSQL is not a number of seconds from 1 to 600."),
    (
      .notWritable,
      "Sessions need a server of PostgreSQL that accepts changes. The parameter target_session_attrs can be read-write, "
        + "primary or any."
    ),
    (
      .library(.noLibrary(reason: "no")),
      "PostgreSQL needs the library libpq of version 14 or newer (no). Install Debian's package libpq5."
    ),
  ])
  func eachProblemHasASentence(problem: PostgresURLError, sentence: String) {
    #expect(problem.description == sentence)
  }
}

import Foundation
import TestSupport
import Testing

@testable import HTTPServer

/// The files of certificates.
struct CertificateTests {
  private func error(_ file: String, _ keyFile: String) throws -> CertificateError {
    try #require(#expect(throws: CertificateError.self) { _ = try Certificate(file: file, keyFile: keyFile) })
  }

  @Test func filesThatCannotBeReadAreNamed() throws {
    let good = try TestCertificate.shared
    let missing = good.folder.path("missing")
    #expect(try error(missing, good.keyFile) == .unreadable(missing, flag: "--certificate", code: ENOENT))
    #expect(try error(good.file, missing) == .unreadable(missing, flag: "--key", code: ENOENT))
    #expect(
      try error(good.folder.path, good.keyFile) == .unreadable(good.folder.path, flag: "--certificate", code: EISDIR))
  }

  @Test(arguments: ["", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
  func aFileWithoutCertificateIsNamed(text: String) throws {
    let good = try TestCertificate.shared
    let folder = try TemporaryFolder()
    try folder.write(text, to: "wrong.pem")
    let wrong = folder.path("wrong.pem")
    #expect(try error(wrong, good.keyFile) == .noCertificate(wrong))
    #expect(try error(good.file, wrong) == .noKey(wrong))
    #expect(try error(good.keyFile, good.keyFile) == .noCertificate(good.keyFile))
    #expect(try error(good.file, good.file) == .noKey(good.file))
  }

  @Test func theKeyOfAnotherCertificateIsNoticed() throws {
    let (one, other) = (try TestCertificate.shared, try TestCertificate())
    #expect(try error(one.file, other.keyFile) == .keyDoesNotFit(certificate: one.file, key: other.keyFile))
  }

  @Test(arguments: [[], ["-traditional"]]) func aKeyWithAPasswordIsNoticed(flags: [String]) throws {
    let good = try TestCertificate.shared
    let folder = try TemporaryFolder()
    let encrypted = folder.path("key")
    try TestCertificate.openssl(
      ["pkey", "-in", good.keyFile, "-aes256", "-passout", "pass:secret", "-out", encrypted] + flags)
    #expect(try error(good.file, encrypted) == .encryptedKey(encrypted))
  }

  @Test func aChainMustBeInOrder() throws {
    let folder = try TemporaryFolder()
    let authority = try TestCertificate(for: "Authority")
    try TestCertificate.openssl([
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost", "-keyout",
      folder.path("key"), "-out", folder.path("request"),
    ])
    try TestCertificate.openssl([
      "x509", "-req", "-in", folder.path("request"), "-CA", authority.file, "-CAkey", authority.keyFile, "-out",
      folder.path("own"), "-days", "9",
    ])
    let (own, signer) = (folder.read("own"), authority.folder.read("certificate.pem"))
    try Data(own + signer).write(to: URL(fileURLWithPath: folder.path("chain")))
    try Data(signer + own).write(to: URL(fileURLWithPath: folder.path("reversed")))
    _ = try Certificate(file: folder.path("chain"), keyFile: folder.path("key"))
    #expect(try error(folder.path("reversed"), folder.path("key")) == .unsorted(folder.path("reversed")))
  }

  @Test func aKeyMayBeOfAnyCommonKind() throws {
    let folder = try TemporaryFolder()
    for kind in [["rsa:2048"], ["ed25519"], ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"]] {
      try TestCertificate.openssl(
        [
          "req", "-x509", "-nodes", "-subj", "/CN=a", "-keyout", folder.path("both"), "-out",
          folder.path("certificate"),
        ]
          + ["-newkey"] + kind)
      // Both may be in one file.
      try Data(folder.read("certificate") + folder.read("both")).write(to: URL(fileURLWithPath: folder.path("both")))
      _ = try Certificate(file: folder.path("both"), keyFile: folder.path("both"))
    }
  }

  /// Handshakes would fail with each of these.
  @Test(arguments: [["rsa:1024"], ["ec", "-pkeyopt", "ec_paramgen_curve:secp521r1"], ["ed448"]])
  func aKeyThatClientsDoNotTakeIsNoticed(kind: [String]) throws {
    let folder = try TemporaryFolder()
    let (key, file) = (folder.path("key"), folder.path("certificate"))
    try TestCertificate.openssl(
      ["req", "-x509", "-nodes", "-subj", "/CN=a", "-keyout", key, "-out", file, "-newkey"] + kind)
    #expect(try error(file, key) == .unusableKey(key))
  }

  @Test func theTimeOfACertificateIsChecked() throws {
    let certificate = try Certificate(file: TestCertificate.shared.file, keyFile: TestCertificate.shared.keyFile)
    let now = Int(Date.now.timeIntervalSince1970)
    #expect(certificate.warning() == nil)
    guard case .expired = certificate.warning(at: now + 31 * 86_400) else { throw TestError("not expired") }
    guard case .notYetValid = certificate.warning(at: now - 86_400) else { throw TestError("valid") }
  }

  @Test(arguments: [
    (
      CertificateError.unreadable("c", flag: "--key", code: ENOENT),
      "The file c of --key cannot be read (No such file or directory)."
    ),
    (
      .noCertificate("c"),
      "The file c has no certificate in PEM format, which begins with -----BEGIN CERTIFICATE-----, or one with a key of a kind "
        + "that the server does not know."
    ),
    (
      .unsorted("c"),
      "The certificates in c are not in order. The server's own must come first, and after each the one that signed it."
    ),
    (.noKey("k"), "The file k has no private key in PEM format, which begins with -----BEGIN PRIVATE KEY-----."),
    (
      .encryptedKey("k"),
      "The private key in k has a password, which the server cannot ask for. Decrypt the key: openssl pkey -in k -out FILE."
    ),
    (
      .keyDoesNotFit(certificate: "c", key: "k"),
      "The private key in k is not that of the first certificate in c. Name the files of one pair with --certificate and --key."
    ),
    (
      .unusableKey("k"),
      "The private key in k is of a kind with which clients cannot connect. Use RSA with 2048 bits or more, ECDSA with P-256 or "
        + "P-384, or Ed25519."
    ),
  ])
  func aMistakeIsNamed(error: CertificateError, wording: String) {
    #expect(error.description == wording)
  }

  @Test(arguments: [
    (
      CertificateWarning.expired(file: "c", end: 1_795_305_600),
      "The certificate in c expired on 2026-11-22. Browsers refuse it."
    ),
    (
      .notYetValid(file: "c", start: 946_684_799),
      "The certificate in c is not valid before 1999-12-31. Browsers refuse it until then."
    ),
  ])
  func aWrongTimeIsNamed(warning: CertificateWarning, wording: String) {
    #expect(warning.description == wording)
  }
}

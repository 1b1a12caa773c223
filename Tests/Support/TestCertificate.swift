internal import Foundation

/// A certificate that signs itself, with its key, in files of a new folder. Made by openssl.
package final class TestCertificate: Sendable {
  package let folder: TemporaryFolder

  package var file: String { folder.path("certificate.pem") }
  package var keyFile: String { folder.path("key.pem") }

  /// One that many tests share.
  package static var shared: TestCertificate { get throws { try made.get() } }
  private static let made = Result { try TestCertificate() }

  /// - Parameter name: The host that it is for.
  package init(for name: String = "localhost") throws {
    folder = try TemporaryFolder()
    try Self.openssl(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30", "-subj",
        "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name),IP:127.0.0.1", "-keyout", keyFile, "-out", file,
      ])
  }

  /// Runs openssl.
  ///
  /// - Returns: What it prints.
  @discardableResult
  package static func openssl(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestError("openssl \(arguments): \(String(decoding: complaint, as: UTF8.self))")
    }
    return String(decoding: text, as: UTF8.self)
  }
}

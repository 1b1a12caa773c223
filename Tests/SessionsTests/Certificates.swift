import Foundation
import TestSupport

@testable import Sessions

/// A certificate authority, and a certificate for a server that it signed.
final class Certificates {
  let folder: String
  var authority: String { "\(folder)/ca.pem" }

  init(for name: String, days: Int = 2) throws {
    folder = NSTemporaryDirectory() + "tempura-tls-\(SessionID.random().cookieValue)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try openssl(
      ["req", "-x509"] + curve + [
        "-subj", "/CN=Authority", "-days", "2", "-keyout", "\(folder)/ca.key", "-out", authority,
      ])
    try openssl(
      ["req"] + curve + ["-subj", "/CN=Server", "-keyout", "\(folder)/key.pem", "-out", "\(folder)/request.pem"])
    try Data("subjectAltName=\(name)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/names"))
    try openssl([
      "x509", "-req", "-in", "\(folder)/request.pem", "-CA", authority, "-CAkey", "\(folder)/ca.key",
      "-CAcreateserial", "-days", "\(days)", "-extfile", "\(folder)/names", "-out", "\(folder)/certificate.pem",
    ])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SetupError(description: "openssl \(arguments): \(text)")
    }
  }
}

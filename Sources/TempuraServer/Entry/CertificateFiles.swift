internal import HTTPServer

/// The files of a server's certificate and its key.
struct CertificateFiles {
  private let file: String
  private let keyFile: String
  private let log: Log

  /// Nil for a server without TLS.
  init?(_ options: CommandLineOptions, _ log: Log) {
    guard let file = options.certificate, let keyFile = options.key else { return nil }
    (self.file, self.keyFile, self.log) = (file, keyFile, log)
  }

  /// Reads the files. A certificate that browsers refuse because of its time is reported in the log, and used.
  ///
  /// - Throws: What is wrong with the files.
  func read() throws(CertificateError) -> Certificate {
    let certificate = try Certificate(file: file, keyFile: keyFile)
    if let warning = certificate.warning() { log.report("\(warning)", .warning) }
    return certificate
  }
}

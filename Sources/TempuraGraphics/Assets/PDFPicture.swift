internal import Basics
internal import Foundation

/// Pictures in PDF. Browsers do not show them as images, so they become SVG.
enum PDFPicture {
  /// The program that converts a PDF, and the package of Debian that has it.
  private static let program = "pdftocairo"
  private static let package = "poppler-utils"

  /// Returns the first page of a PDF as an SVG file. It is as large as the page's media box: a point is a CSS pixel.
  ///
  /// - Parameter name: The name of the file in reports.
  /// - Returns: nil if the PDF is broken or the program is not installed, which is reported.
  static func svg(of pdf: Data, name: String) -> Data? {
    guard let path = executable else {
      Misuse.report(
        "PDF pictures are not shown, because \(program) is not installed: install the package \(package), or let "
          + "docs/convert-pdfs write an SVG file beside each of them.")
      return nil
    }
    guard pdf.starts(with: Data("%PDF-".utf8)), let svg = output(of: path, input: pdf), let sized = sized(svg) else {
      Misuse.report("The picture \(name) is no PDF file that can be read. It is left out.")
      return nil
    }
    return sized
  }

  /// Returns the URL of an SVG file that contains its content.
  static func url(of svg: Data) -> String { "data:image/svg+xml;base64,\(svg.base64EncodedString())" }

  private static let executable: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private static func output(of program: String, input: Data) -> Data? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tempura-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("picture.pdf")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-svg", "-f", "1", "-l", "1", file.path, "-"]
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try input.write(to: file)
      try process.run()
    } catch {
      return nil
    }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? data : nil
  }

  /// Writes the size of an SVG in pixels instead of the points of print, and lets the picture be stretched.
  private static func sized(_ svg: Data) -> Data? {
    let text = String(decoding: svg, as: UTF8.self)
    guard let start = text.firstRange(of: "<svg "), let end = text[start.upperBound...].firstIndex(of: ">") else {
      return nil
    }
    let tag = text[start.upperBound..<end].replacing("pt\"", with: "\"")
    return Data("<svg preserveAspectRatio=\"none\" \(tag)\(text[end...])".utf8)
  }
}

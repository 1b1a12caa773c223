internal import Basics

/// PDF pictures. Browsers do not show them as images: Tools/convert-pdfs writes the files that are shown instead.
enum PDFPicture {
  /// Returns the files beside a PDF picture with their scales: one SVG file, or pixels in several scales.
  ///
  /// - Parameters:
  ///   - pdf: The path of the picture.
  ///   - exists: Returns whether there is a file at a path.
  static func files(beside pdf: String, exists: (String) -> Bool) -> [(path: String, scale: Int)] {
    if exists("\(pdf).svg") { return [("\(pdf).svg", 1)] }
    return (1...3).map { ("\(pdf)@\($0)x.png", $0) }.filter { exists($0.0) }
  }

  static func reportMissingFile(of pdf: String) {
    Misuse.report(
      "The picture \(pdf) is not shown, because no file for browsers is beside it: run Tools/convert-pdfs on the app's "
        + "sources.")
  }
}

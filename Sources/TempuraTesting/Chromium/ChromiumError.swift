/// An error of the browser. All wording about the browser is here.
package enum ChromiumError: Error, Equatable, CustomStringConvertible {
  case missing(searched: [String])
  case fontsMissing([String])
  case notStarted(program: String, code: Int32)
  case startFailed(program: String, output: String)
  case ended
  case tabClosed
  case tooLarge(width: Double, height: Double, scale: Double)
  case silent(method: String, seconds: Int)
  case refused(method: String, message: String)
  case misunderstood(method: String)
  case script(String)

  package var description: String {
    switch self {
    case .missing(let searched):
      """
      There is no Chromium: none of \(searched.joined(separator: ", ")) exists. Install Debian's package chromium, or \
      set the environment variable CHROMIUM to the path of the program.
      """
    case .fontsMissing(let packages):
      """
      The fonts of pictures are missing. Install Debian's \(packages.joined(separator: ", ")). With other fonts, every \
      picture would differ from its reference.
      """
    case .notStarted(let program, let code): "\(program) could not be started: error \(code)."
    case .startFailed(let program, let output):
      "\(program) ended at its start\(output.isEmpty ? "." : ", and printed: \(output)")"
    case .tooLarge(let width, let height, let scale):
      """
      The content of a scroll view is too large for a picture: \(Int(width)) x \(Int(height)) points with \(scale) \
      pixels per point. A picture has at most 100 million pixels. Show less content, or use a device that is scaled(1).
      """
    case .ended: "Chromium ended during a test. The next test starts it again."
    case .tabClosed: "Chromium's tab closed before it replied."
    case .silent(let method, let seconds):
      "Chromium did not answer \(method) within \(seconds) s, and was ended. The next test starts it again."
    case .refused(let method, let message): "Chromium refused \(method): \(message)"
    case .misunderstood(let method): "Chromium's answer to \(method) does not have the form that its protocol defines."
    case .script(let message): "A script failed in the page: \(message)"
    }
  }
}

/// Why there is no picture. All wording about the browser is here.
package enum ChromiumError: Error, Equatable, CustomStringConvertible {
  case missing(searched: [String])
  case fontsMissing([String])
  case notStarted(program: String, code: Int32)
  case startFailed(program: String, output: String)
  case ended
  case tooLarge(width: Double, height: Double, scale: Double)
  case silent(method: String, seconds: Int)
  case refused(method: String, message: String)
  case misunderstood(method: String)
  case script(String)

  package var description: String {
    switch self {
    case .missing(let searched):
      """
      There is no Chromium to take pictures with: none of \(searched.joined(separator: ", ")). Install Debian's package \
      chromium, or name the program in the environment variable CHROMIUM.
      """
    case .fontsMissing(let packages):
      """
      Fonts that pictures are drawn with are missing: install Debian's \(packages.joined(separator: ", ")). With others, \
      every picture would differ from its reference.
      """
    case .notStarted(let program, let code): "\(program) could not be started: error \(code)."
    case .startFailed(let program, let output):
      "\(program) ended as soon as it was started\(output.isEmpty ? "." : ", and said: \(output)")"
    case .tooLarge(let width, let height, let scale):
      """
      The content of a scroll view is too large for a picture: \(Int(width)) x \(Int(height)) points, with \(scale) pixels \
      to the point. At most 100 million pixels can be taken: show less of it, or use a device that is scaled(1).
      """
    case .ended: "Chromium ended in the middle of a test. The next one starts it again."
    case .silent(let method, let seconds):
      "Chromium did not answer \(method) within \(seconds) s. It was ended; the next test starts it again."
    case .refused(let method, let message): "Chromium did not do \(method): \(message)"
    case .misunderstood(let method): "Chromium's answer to \(method) is not what its protocol says."
    case .script(let message): "A script failed in the page: \(message)"
    }
  }
}

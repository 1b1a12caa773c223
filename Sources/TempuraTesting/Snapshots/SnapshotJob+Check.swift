internal import Foundation
internal import TempuraServer

extension SnapshotJob {
  /// Writes the files of the snapshot and compares them with their references.
  ///
  /// - Returns: The failures.
  func check(_ capture: Result<Capture, any Error>) -> [String] {
    let comparison = Comparison(settings: settings, tolerance: tolerance, isCompared: isCompared)
    var failures: [Comparison.Failure?] = []
    if settings.parts.contains(.markup) {
      failures.append(comparison.check(Data(Indentation.lines(of: page.markup).utf8), "html", of: files))
    }
    var problems: [String] = []
    switch capture {
    case .failure(let error): problems.append("\(error)")
    case .success(let capture):
      if let text = capture.accessibility { failures.append(comparison.check(Data(text.utf8), "txt", of: files)) }
      if let picture = capture.picture { failures.append(comparison.check(picture, "png", of: files)) }
      for (files, picture) in capture.scrollViews {
        failures.append(picture.map { comparison.check($0, "png", of: files) } ?? comparison.checkEmptyPicture(files))
      }
    }
    let found = failures.compactMap { $0 }
    guard !found.isEmpty else { return problems }
    problems += found.map { "\($0.files.name).\($0.ending): \($0.message)" }
    problems[problems.count - 1] += "\n  See \(Report.shared.add(found, of: name, directory: settings.directory))"
    return problems
  }
}

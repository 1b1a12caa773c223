internal import Foundation
internal import TempuraServer

extension Shot {
  /// Writes and compares what a picture came to.
  ///
  /// - Returns: What is wrong.
  func check(_ development: Result<Development, any Error>) -> [String] {
    let comparison = Comparison(settings: settings, tolerance: tolerance, isCompared: isCompared)
    var failures: [Comparison.Failure?] = []
    if settings.parts.contains(.markup) {
      failures.append(comparison.check(Data(Indentation.lines(of: page.markup).utf8), "html", of: files))
    }
    var problems: [String] = []
    switch development {
    case .failure(let error): problems.append("\(error)")
    case .success(let development):
      if let text = development.accessibility { failures.append(comparison.check(Data(text.utf8), "txt", of: files)) }
      if let picture = development.picture { failures.append(comparison.check(picture, "png", of: files)) }
      for (files, picture) in development.scrollViews {
        failures.append(picture.map { comparison.check($0, "png", of: files) } ?? comparison.checkAbsence(of: files))
      }
    }
    let found = failures.compactMap { $0 }
    guard !found.isEmpty else { return problems }
    problems += found.map { "\($0.files.name).\($0.ending): \($0.message)" }
    problems[problems.count - 1] += "\n  See \(Report.shared.add(found, of: name, directory: settings.directory))"
    return problems
  }
}

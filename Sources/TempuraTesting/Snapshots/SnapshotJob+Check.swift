internal import Foundation
internal import TempuraServer

extension SnapshotJob {
  /// Writes the files of the snapshot and compares them with their references.
  ///
  /// - Returns: The failures, and why there is no capture.
  func check(_ capture: Result<Capture, any Error>) -> (failures: [Comparison.Failure], problem: String?) {
    let comparison = Comparison(settings: settings, tolerance: tolerance, isCompared: isCompared)
    var failures: [Comparison.Failure?] = []
    if settings.parts.contains(.markup) {
      failures.append(comparison.check(Data(Indentation.lines(of: page.markup).utf8), "html", of: files))
    }
    var problem: String?
    switch capture {
    case .failure(let error): problem = "\(error)"
    case .success(let capture):
      if let text = capture.accessibility { failures.append(comparison.check(Data(text.utf8), "txt", of: files)) }
      if let picture = capture.picture { failures.append(comparison.check(picture, "png", of: files)) }
      for (files, picture) in capture.scrollViews {
        failures.append(picture.map { comparison.check($0, "png", of: files) } ?? comparison.checkEmptyPicture(files))
      }
    }
    let found = failures.compactMap { $0 }
    if !found.isEmpty { Report.shared.add(found, of: name, directory: settings.directory) }
    return (found, problem)
  }
}

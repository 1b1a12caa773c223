internal import Basics
internal import TempuraUI

/// In development, what the next page of a scene says to the developer. May be used on any thread.
final class SceneReports: Sendable {
  private struct Reports {
    var new: [DevelopmentReport] = []
    /// What is not said again.
    var said: Set<[String]> = []
  }

  private static let limit = 16
  private let reports = Locked(Reports())

  /// - Parameter isRepeated: Whether it is said again if it was said before.
  func add(_ report: DevelopmentReport, isRepeated: Bool = true) {
    reports.withLock { reports in
      guard reports.new.count < Self.limit, isRepeated || reports.said.insert(report.lines).inserted else { return }
      reports.new.append(report)
    }
  }

  var isEmpty: Bool { reports.withLock(\.new.isEmpty) }

  func take() -> [DevelopmentReport] {
    reports.withLock { reports in
      defer { reports.new = [] }
      return reports.new
    }
  }
}

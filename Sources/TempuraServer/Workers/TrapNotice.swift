internal import Basics

/// In development, how code of the app stopped the worker before this one. Pages say it, so that developers see it where they
/// look.
///
/// The first page request is answered with it, and so is each request that has stopped a worker, once. A live request is too,
/// until the browser has asked for a page: that is what the script does with such an answer.
final class TrapNotice: Sendable {
  let report: TrapReport
  /// The notes of the requests whose page was answered; `any` for all those that have stopped no worker.
  private let told = Locked<Set<UInt64>>([])

  private static let any: UInt64 = 0

  init(_ report: TrapReport) { self.report = report }

  /// Whether to answer a request with the notice.
  ///
  /// - Parameter culprit: The note of a request that has stopped a worker; nil for others.
  func isDue(for culprit: UInt64?, isLive: Bool) -> Bool {
    told.withLock { told in
      if isLive { return !told.contains(culprit ?? Self.any) }
      defer { told.insert(Self.any) }
      return told.insert(culprit ?? Self.any).inserted
    }
  }
}

internal import Dispatch
internal import Foundation
internal import Basics

/// Takes pictures beside the tests, in a few tabs at a time.
final class Photographer: Sendable {
  static let shared = Photographer()

  private typealias Finish = @Sendable (Result<Shot.Development, any Error>) -> Void

  private struct Studio {
    var waiting: [(shot: Shot, finish: Finish)] = []
    var busy = 0
    /// Those that are open and not in use.
    var tabs: [ChromiumTab] = []
  }

  private let studio = Locked(Studio())
  private let queue = DispatchQueue(label: "Photographer", attributes: .concurrent)

  /// Drawing a page keeps more than one core busy, so that more tabs than cores are of no use.
  private static let tabCount = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// Takes a picture and hands over what comes of it, on some thread.
  func take(_ shot: Shot, then finish: @escaping @Sendable (Result<Shot.Development, any Error>) -> Void) {
    let starts = studio.withLock { studio in
      studio.waiting.append((shot, finish))
      guard studio.busy < Self.tabCount else { return false }
      studio.busy += 1
      return true
    }
    if starts { queue.async { [self] in work() } }
  }

  /// Takes pictures until none is waited for. No more of these run than there are tabs: whoever waits needs no thread.
  private func work() {
    while let (shot, finish) = next() { finish(Result { try develop(shot) }) }
  }

  private func next() -> (shot: Shot, finish: Finish)? {
    studio.withLock { studio in
      guard !studio.waiting.isEmpty else {
        studio.busy -= 1
        return nil
      }
      return studio.waiting.removeFirst()
    }
  }

  private func develop(_ shot: Shot) throws -> Shot.Development {
    let kept = studio.withLock { studio in
      studio.tabs.removeAll { !$0.isOpen }  // those of a browser that has ended
      return studio.tabs.popLast()
    }
    let tab = try kept ?? Chromium.shared().openTab()
    do {
      let development = try shot.develop(in: tab)
      studio.withLock { $0.tabs.append(tab) }
      return development
    } catch {
      tab.close()
      throw error
    }
  }
}

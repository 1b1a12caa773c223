internal import Dispatch
internal import Foundation
internal import Locks

/// Takes pictures beside the tests, in a few tabs at a time.
final class Photographer: Sendable {
  static let shared = Photographer()

  private let queue = DispatchQueue(label: "Photographer", attributes: .concurrent)
  private let free = DispatchSemaphore(value: Photographer.tabCount)
  private let tabs = Mutex<[ChromiumTab]>([])

  /// Drawing a page keeps more than one core busy, so that more tabs than cores are of no use.
  private static let tabCount = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// Takes a picture and hands over what comes of it, on some thread.
  func take(_ shot: Shot, then finish: @escaping @Sendable (Result<Shot.Development, any Error>) -> Void) {
    queue.async { [self] in
      free.wait()
      defer { free.signal() }
      finish(Result { try develop(shot) })
    }
  }

  private func develop(_ shot: Shot) throws -> Shot.Development {
    let kept = tabs.withLock { tabs in
      tabs.removeAll { !$0.isOpen }  // those of a browser that has ended
      return tabs.popLast()
    }
    let tab = try kept ?? Chromium.shared().openTab()
    do {
      let development = try shot.develop(in: tab)
      tabs.withLock { $0.append(tab) }
      return development
    } catch {
      tab.close()
      throw error
    }
  }
}

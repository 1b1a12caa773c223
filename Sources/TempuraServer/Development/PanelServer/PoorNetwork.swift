internal import Basics
internal import HTTPServer
internal import Recordings
internal import SessionKernel

/// In development, does to requests what a poor network does, so that the app's author sees how the app behaves.
///
/// It is in the server, because pages, images and streams do not come by the script. The browser sees the end of a connection
/// without an answer.
final class PoorNetwork: Sendable {
  /// In seconds.
  static let delay = 0.3

  private let fates = Locked(Fates())

  /// What happens to requests, one after the other.
  struct Fates {
    enum Fate: Equatable {
      case arrives, isLate, isLost
      /// The app handles the request, and its answer is lost.
      case losesAnswer
    }

    var condition = NetworkCondition.good
    private var count: UInt64 = 0

    init(_ condition: NetworkCondition = .good) { self.condition = condition }

    mutating func next() -> Fate {
      switch condition {
      case .good: return .arrives
      case .slow: return .isLate
      case .offline: return .isLost
      case .lossy:
        count += 1
        // Not exactly each third one: a page that asks three times in a turn would always lose the same request.
        switch Platform.scrambled(count) % 6 {
        case 0: return .isLost
        case 1: return .losesAnswer
        default: return .arrives
        }
      }
    }
  }

  var condition: NetworkCondition { fates.withLock(\.condition) }

  /// Changes the network. Without one, the streams of open pages end at once.
  func set(_ condition: NetworkCondition, _ runtime: Runtime) {
    fates.withLock { $0 = Fates(condition) }
    if condition == .offline { runtime.streams.closeAll() }
  }

  /// Hands a request to its handler: at once, later, or never. Does not block.
  func carry(_ exchange: HTTPExchange, _ runtime: Runtime, to handle: @escaping @Sendable (HTTPExchange) -> Void) {
    // What tells pages about the edit loop has a good network, and so has the panel, whose requests do not come here.
    switch DevelopmentPages.isOpened(by: exchange) ? .arrives : fates.withLock({ $0.next() }) {
    case .arrives: handle(exchange)
    case .isLate:
      runtime.platform.after(Self.delay) {
        runtime.turns.start { if !exchange.isAnswered { handle(exchange) } }
      }
    case .isLost:
      exchange.note { $0.summary = "\(exchange.method.rawValue) \(exchange.path) → lost" }
      exchange.giveUp()
    case .losesAnswer:
      exchange.loseAnswer()
      handle(exchange)
    }
  }
}

import Foundation
import Katana
import Tempura

struct API: Sendable {
  func stories() -> [Story] {
    Thread.sleep(forTimeInterval: 0.3)
    let newest = Date(timeIntervalSince1970: 1_790_000_000)
    return (1...24).map { id in
      Story(
        id: id, desk: Desk.allCases[id % Desk.allCases.count],
        date: newest.addingTimeInterval(Double(-id) * 86_400 * 4))
    }
  }

  func comments() -> [Comment] {
    let parents: [Int?] = [nil, 1, 2, 1, nil, 5]
    return parents.enumerated().map { index, parent in
      Comment(
        id: index + 1, parent: parent, author: NSLocalizedString("author.\(index % 3)", comment: ""),
        text: NSLocalizedString("comment.\(index % 3)", comment: ""), votes: 12 - 2 * index)
    }
  }

  func send(_: String) { Thread.sleep(forTimeInterval: 0.4) }
}

final class Dependencies: NavigationProvider {
  let navigator = Navigator()
  let api = API()

  init(dispatch _: @escaping AnyDispatch, getState _: @escaping GetState) {}
}

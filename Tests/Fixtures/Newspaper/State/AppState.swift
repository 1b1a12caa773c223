import Foundation
import Katana
import UIKit

enum Desk: String, Codable, CaseIterable {
  case world, business, culture, science, sport

  var title: String { NSLocalizedString("desk.\(rawValue)", comment: "A section of the newspaper") }
}

struct Story: Codable, Hashable {
  let id: Int
  let desk: Desk
  let date: Date

  var headline: String { NSLocalizedString("headline.\(id)", comment: "") }
  var summary: String { NSLocalizedString("summary.\(id % 3)", comment: "") }
  var author: String { NSLocalizedString("author.\(id % 3)", comment: "") }
}

struct Comment: Codable, Equatable {
  let id: Int
  let parent: Int?
  let author: String
  let text: String
  var votes: Int
  var vote = 0
}

enum ReaderFont: String, Codable, CaseIterable {
  case serif, sans, mono

  var title: String { NSLocalizedString("font.\(rawValue)", comment: "") }

  func font(_ style: UIFont.TextStyle, scale: CGFloat = 1) -> UIFont {
    let preferred = UIFont.preferredFont(forTextStyle: style)
    let size = preferred.pointSize * scale
    switch self {
    case .sans: return preferred.withSize(size)
    case .mono: return .monospacedSystemFont(ofSize: size, weight: .regular)
    case .serif:
      guard let descriptor = preferred.fontDescriptor.withDesign(.serif) else { return preferred }
      return UIFontMetrics(forTextStyle: style).scaledFont(for: UIFont(descriptor: descriptor, size: size))
    }
  }
}

struct ReaderSettings: Codable, Equatable {
  var scale: Float = 1
  var font = ReaderFont.serif
  var language: String?
  var notifies = true
  var isDark = false
}

struct Subscription: Codable, Equatable {
  var plan = 1
  var email = ""
  var progress: Float?
  var isActive = false
}

struct AppState: State, Codable {
  var stories: [Story] = []
  var isLoading = false
  var bookmarks: Set<Int> = []
  var comments: [Comment] = []
  var recentSearches: [String] = []
  var settings = ReaderSettings()
  var subscription = Subscription()
}

extension AppState {
  func story(_ id: Int) -> Story? { stories.first { $0.id == id } }
}

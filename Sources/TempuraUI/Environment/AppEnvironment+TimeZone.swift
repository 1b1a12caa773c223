package import Foundation
internal import Basics

extension AppEnvironment {
  /// The time zone of the user's browser; the server's, until the script of a page tells it.
  package var timeZone: TimeZone {
    browserTimeZone.withLock { zone in
      if let told = zone.told { return told }
      let current = TimeZone.current
      zone.guessed = current
      return current
    }
  }

  /// Whether code was given the server's time zone before the browser told another one.
  package var hasWrongTimeZone: Bool {
    browserTimeZone.withLock { $0.guessed != nil && $0.told != nil && $0.guessed != $0.told }
  }

  /// The calendar of the user's `locale`, in the user's `timeZone`.
  package var calendar: Calendar {
    var calendar = locale.calendar
    (calendar.locale, calendar.timeZone) = (locale, timeZone)
    return calendar
  }
}

/// The time zone of a browser.
struct BrowserTimeZone {
  var told: TimeZone?
  /// The server's, if it was used instead.
  fileprivate(set) var guessed: TimeZone?
}

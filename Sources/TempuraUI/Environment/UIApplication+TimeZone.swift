public import Foundation
internal import Basics

extension UIApplication {
  /// The time zone of the user's browser, such as `Pacific/Auckland`. `TimeZone.current` is the server's.
  ///
  ///     formatter.timeZone = UIApplication.shared.timeZone
  ///
  /// The script of pages tells it, and it is stored with the session. Before that, and in browsers without scripts, it is the
  /// server's. When it changes, the app gets `NSSystemTimeZoneDidChange` and `significantTimeChangeNotification`. If the user has
  /// used nothing yet, the app is launched again.
  public final var timeZone: TimeZone {
    browserTimeZone.withLock { zone in
      if let told = zone.told { return told }
      let current = TimeZone.current
      zone.guessed = current
      return current
    }
  }

  /// Whether code was given the server's time zone before the browser told another one.
  package final var hasWrongTimeZone: Bool {
    browserTimeZone.withLock { $0.guessed != nil && $0.told != nil && $0.guessed != $0.told }
  }

  /// The calendar of the user's `locale`, in the user's `timeZone`. `Calendar.current` is the server's.
  public final var calendar: Calendar {
    var calendar = locale.calendar
    (calendar.locale, calendar.timeZone) = (locale, timeZone)
    return calendar
  }

  /// Takes over the time zone of the browser, in a turn of the app instance.
  package final func adopt(_ zone: TimeZone) {
    let previous = browserTimeZone.withLock { known in
      defer { known.told = zone }
      return known.told ?? known.guessed
    }
    guard let previous, zone != previous, let delegate else { return }
    for window in windows { window.setSubtreeNeedsRender() }
    NotificationCenter.default.post(name: .NSSystemTimeZoneDidChange, object: nil)
    delegate.applicationSignificantTimeChange(self)
    NotificationCenter.default.post(name: Self.significantTimeChangeNotification, object: self)
  }

  struct BrowserTimeZone {
    fileprivate var told: TimeZone?
    /// The server's, if it was used instead.
    fileprivate var guessed: TimeZone?
  }
}

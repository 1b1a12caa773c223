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
  public final var timeZone: TimeZone { environment.timeZone }

  /// The calendar of the user's `locale`, in the user's `timeZone`. `Calendar.current` is the server's.
  public final var calendar: Calendar { environment.calendar }

  /// Takes over the time zone of the browser, in a turn of the app instance.
  package final func adopt(_ zone: TimeZone) {
    let previous = environment.browserTimeZone.withLock { known in
      defer { known.told = zone }
      return known.told ?? known.guessed
    }
    guard let previous, zone != previous, let delegate else { return }
    for window in windows { window.setSubtreeNeedsRender() }
    NotificationCenter.default.post(name: .NSSystemTimeZoneDidChange, object: nil)
    delegate.applicationSignificantTimeChange(self)
    NotificationCenter.default.post(name: Self.significantTimeChangeNotification, object: self)
  }
}

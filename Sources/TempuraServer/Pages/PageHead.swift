internal import TempuraUI

/// What a page says outside of the markup of its screen.
struct PageHead: Sendable, Equatable {
  let title: String?
  /// The name of the app in the language of the page; nil for the server's name of it.
  let appName: String?
  let language: Language
  /// Whether a view of the screen is the page's heading.
  let hasTopHeading: Bool
  /// The width of the page in CSS pixels, if the app assigned the frames of views; else nil.
  let framedWidth: Int?
  /// Says with which local states the screens are shown; nil for a page without a scene.
  var mark: ScreenMark?
  /// The id of the field that the browser has to leave, because the app ended editing in it.
  var leftField: String?
}

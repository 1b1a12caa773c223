internal import HTML
internal import HTTPServer
internal import TempuraUI

/// The screens of a scene as they were rendered last, and what is kept of their page once it was sent.
///
/// The markup ends when the next rendering begins. Used in turns of the session only. A class, because each answer would copy
/// its parts several times.
final class RenderedScreen {
  let markup: Markup
  let css: String
  let head: PageHead
  /// The title of the page.
  let title: String
  let url: String
  let patches: PatchLog

  // The page without messages, as it is and compressed; nil as long as it was not sent. Later answers have other nonces.
  var plain: PreparedText?
  var compressed: PreparedText?

  /// Whether the animations that begin with its version were sent.
  private var hasSentMotion = false

  /// Returns the animations that begin after a version, or with a page that is loaded, in JSON and joined by commas. A page that is loaded
  /// again does not repeat them.
  func takeMotion(since version: PageVersion?) -> [UInt8] {
    defer { hasSentMotion = true }
    return version == nil && hasSentMotion ? [] : patches.motion(since: version)
  }

  init(markup: Markup, css: String, head: PageHead, title: String, url: String, patches: PatchLog) {
    self.markup = markup
    self.css = css
    self.head = head
    self.title = title
    self.url = url
    self.patches = patches
  }
}

internal import Hydra

/// What a web view shows: a link, a page of another server, or markup in a frame.
///
/// Frames are sandboxed (HTML Standard, section 4.8.5): their pages cannot replace the app's page. Markup has no scripts, no forms, an
/// origin of its own, and the content security policy of the page. So it may be of anyone.
package final class WebContentView: UIView {
  @Rendered package var link: LinkTarget?
  /// The number of the load. Each has an element of its own, because a new URL in a frame is an entry of the browser's history.
  @Rendered package var load = 0
  @Rendered package var markup: String?

  private var isPage: Bool { link.map(AppEnvironment.current.otherServers.allowsFrame) == true }

  /// Runs what is done after a load: for a page in a frame, later.
  package func finish(_ work: @escaping () -> Void) { isPage ? Main.executor.async(work) : work() }

  override package func renderContent(into html: HTMLRenderer) {
    if let link, isPage {
      html.write("<iframe sandbox=\"allow-scripts allow-same-origin allow-forms allow-popups ")
      html.write("allow-popups-to-escape-sandbox\"")
      html.write(attribute: "id", idOf: self, part: "load\(load)")
      html.write(attribute: "title", superview?.accessibilityLabel ?? link.name)
      html.write(attribute: "src", link.url)
      html.write("></iframe>")
    } else if let link {
      html.write(link: link, title: localized(.pageOpen(link.name)), opensTab: true)
    }
    if let markup {
      html.write("<iframe sandbox=\"allow-popups allow-popups-to-escape-sandbox\"")
      html.write(attribute: "title", superview?.accessibilityLabel ?? localized(.pageWebPage))
      html.write(attribute: "srcdoc", "<!DOCTYPE html><base target=\"_blank\">" + markup)
      html.write("></iframe>")
    }
    super.renderContent(into: html)
  }
}

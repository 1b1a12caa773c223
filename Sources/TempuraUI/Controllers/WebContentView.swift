/// What a web view shows: a link, or markup in a frame.
///
/// The frame is sandboxed (HTML Standard, section 4.8.5): it has no scripts, no forms, and an origin of its own. Its document
/// has the content security policy of the page besides. So it may contain markup of anyone.
package final class WebContentView: UIView {
  @Rendered package var link: LinkTarget?
  @Rendered package var markup: String?

  override package func renderContent(into html: HTMLRenderer) {
    if let link {
      html.write("<p><a rel=\"noreferrer\" target=\"_blank\"")
      html.write(attribute: "href", link.url)
      html.write(">")
      html.write(text: localized(.pageOpen(link.name)))
      html.write("</a></p>")
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

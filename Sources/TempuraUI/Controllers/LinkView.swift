/// A view with links instead of content that a page cannot show, such as a map.
package final class LinkView: UIView {
  package var links: [(target: LinkTarget, title: String)] = [] { didSet { setNeedsRender() } }

  override package func renderContent(into html: HTMLRenderer) {
    for link in links {
      html.write("<p><a rel=\"noreferrer\" target=\"_blank\"")
      html.write(attribute: "href", link.target.url)
      html.write(">")
      html.write(text: link.title)
      html.write("</a></p>")
    }
    super.renderContent(into: html)
  }
}

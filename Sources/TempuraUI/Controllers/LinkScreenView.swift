/// The view of a controller that another program shows on a phone, such as a browser, a mail program or a share sheet: links,
/// texts to copy, and buttons to close the screen.
///
/// A page can neither start another program without the user nor see what the user does in it.
package final class LinkScreenView: UIView {
  package enum Row {
    /// - opensTab: Whether the browser opens the link in another tab.
    case link(LinkTarget, title: String, opensTab: Bool)
    case text(String)
    case image(UIImage)
    case file(Download)
  }

  package var heading: String? { didSet { setNeedsRender() } }
  package var rows: [Row] = [] { didSet { setNeedsRender() } }

  /// The title of the button that closes the screen. Default: "Done".
  package var doneTitle = localized(.buttonDone)
  /// Whether there is a second button, to cancel. Default: false.
  package var canCancel = false
  /// Whether there is a button for the browser's share sheet, which the script shows if the browser has one. Default: false.
  package var canShare = false

  /// Called with a tap on a button.
  package var onClose: ((_ isCancelled: Bool) -> Void)?

  private let number = AppEnvironment.current.nextNumber(of: LinkScreenView.self)

  override package var numberInApplication: Int? { number }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard part == "done" || part == "cancel" && canCancel else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { [self] in
      onClose?(part == "cancel")
    }
  }

  override package func renderContent(into html: HTMLRenderer) {
    if let heading, !heading.isEmpty { html.write(heading, in: "h2") }
    for row in rows { write(row, into: html) }
    super.renderContent(into: html)
    html.write("<div class=\"buttons row\">")
    if canCancel { html.writeButton(tapping: "cancel", of: self, cssClass: "cancel", title: localized(.buttonCancel)) }
    if canShare {
      html.writeButton(tapping: "done", of: self) {
        html.write(" hidden data-shares")
      } content: {
        html.writeSpan(localized(.buttonShare))
      }
    }
    html.writeButton(tapping: "done", of: self, cssClass: "default preferred", title: doneTitle)
    html.write("</div>")
  }

  private func write(_ row: Row, into html: HTMLRenderer) {
    switch row {
    case .link(let target, let title, let opensTab):
      html.write(link: target, title: title, opensTab: opensTab)
    case .text(let text):
      html.write("<textarea readonly")
      html.write(attribute: "aria-label", localized(.pageCopyText))
      // A browser drops the first line feed.
      html.write(">\n")
      html.write(text: text)
      html.write("</textarea>")
    case .image(let image):
      html.write("<p>")
      html.write(image: image)
      html.write("</p>")
      html.write(Download(image))
    case .file(let file): html.write(file)
    }
  }
}

/// A view with links instead of content that a page cannot show, such as a map.
package final class LinkView: UIView {
  package var links: [(target: LinkTarget, title: String)] = [] { didSet { setNeedsRender() } }

  override package func renderContent(into html: HTMLRenderer) {
    for link in links { html.write(link: link.target, title: link.title, opensTab: true) }
    super.renderContent(into: html)
  }
}

extension HTMLRenderer {
  fileprivate func write(_ file: Download) { file.write(into: &buffer, in: AppEnvironment.current.currentLanguage) }

  func write(link: LinkTarget, title: String, opensTab: Bool) {
    write("<p><a rel=\"noreferrer\"")
    if opensTab { write(" target=\"_blank\"") }
    write(attribute: "href", link.url)
    write(">")
    write(text: title)
    write("</a></p>")
  }
}

/// A view with a film, and with a button that closes the screen if it is presented.
package final class VideoView: UIView {
  package var shownMedium: () -> Medium? = { nil }

  override package var media: [Medium] { [shownMedium()].compactMap(\.self) + super.media }

  private let number = AppEnvironment.current.nextNumber(of: VideoView.self)

  override package var numberInApplication: Int? { number }

  private var isPresented: Bool { managingViewController?.presenter != nil }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard part == "done", isPresented else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { [self] in
      managingViewController?.dismiss(animated: true)
    }
  }

  override package func renderContent(into html: HTMLRenderer) {
    if let medium = shownMedium() { html.write(medium, of: self, label: accessibilityLabel) }
    super.renderContent(into: html)
    if isPresented { html.writeButton(tapping: "done", of: self, cssClass: "done", title: localized(.buttonDone)) }
  }
}

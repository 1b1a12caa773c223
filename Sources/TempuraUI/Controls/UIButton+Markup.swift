internal import Foundation

extension UIButton {
  /// Writes the content of a button with a menu. Its element is a `div`, which contains the button, the menu and its
  /// opener.
  final func renderContent(with menu: UIMenu, into html: HTMLRenderer) {
    let label = accessibilityLabel
    if opensMenu {
      html.writeMenu(menu, of: self, isEnabled: isEnabled, label: label, cssClass: "opens-menu") {
        renderFace(into: html)
      }
      return
    }
    html.writeButton(of: self, label: label, isEnabled: isEnabled) {
      if isSelected { html.write(" aria-pressed=\"true\"") }
    } content: {
      renderFace(into: html)
    }
    let name = (label ?? currentTitle).map { localized(.buttonMoreOf($0)) } ?? localized(.buttonMore)
    html.writeMenu(menu, of: self, isEnabled: isEnabled, label: name, cssClass: "opens-menu more") {}
  }

  /// Writes background, image, title and the app's own subviews.
  final func renderFace(into html: HTMLRenderer) {
    let pressed = others.isEmpty ? nil : ownValue(\.backgroundImage, for: .highlighted)
    if let image = currentBackgroundImage {
      write(background: image, cssClass: pressed == nil ? "background" : "background normal", into: html)
    }
    if let pressed { write(background: pressed, cssClass: "background highlighted", into: html) }
    guard hasContentFrames, hasAssignedFrame else { return renderFlowingFace(into: html) }
    for view in subviews where !isEmptyContent(view) { html.render(view) }
  }

  private func write(background image: UIImage, cssClass: StaticString, into html: HTMLRenderer) {
    if image.hasCaps {
      html.write(stretched: image, cssClass: cssClass, label: nil)
    } else {
      html.write(image: image, cssClass: cssClass)
    }
  }

  /// Whether a view of the content has nothing to show.
  private func isEmptyContent(_ view: UIView) -> Bool {
    view === label && !hasTitle || view === picture && shownImage == nil
  }

  private func renderFlowingFace(into html: HTMLRenderer) {
    if isConfigured, configuration?.showsActivityIndicator == true {
      html.write("<span class=\"wheel turning\" aria-hidden=\"true\"></span>")
    } else if let picture {
      if shownImage != nil { html.render(picture) }
    } else {
      let pressedImage = pressedImage
      if let image = shownImage { html.write(image: image, cssClass: pressedImage == nil ? nil : "normal") }
      if let pressedImage { html.write(image: pressedImage, cssClass: "highlighted") }
    }
    writeTitle(into: html)
    for view in subviews where view !== label && view !== picture && view !== subtitleLabel { html.render(view) }
  }

  private func writeTitle(into html: HTMLRenderer) {
    let (attributed, title) = (shownAttributedTitle, shownTitle)
    guard title != nil || (attributed?.length ?? 0) > 0 else { return }
    html.write("<span>")
    if let attributed { html.write(attributed: attributed) } else { html.write(text: title ?? "") }
    if isConfigured, let subtitle = configuration?.shownSubtitle { html.write(subtitle, in: "small") }
    html.write("</span>")
  }

  // MARK: - CSS

  final func appendLook(to css: inout CSSText) {
    let flows = !hasContentFrames || !hasAssignedFrame
    if flows, let label {
      // In a button that flows, the style sheet positions the title.
      if label.hasAssignedFrame { label.frameUse = .unused }
      label.appendStyle(to: &css)
    }
    if flows { appendAlignment(to: &css) }
    if isConfigured {
      configuration?.appendStyle(of: self, flows: flows, to: &css)
    } else if let color = titleColor(for: state) ?? defaultTitleColor {
      css.declare("color", color.css)
      // As in UIKit, only a system button dims the colour of its title.
      if !isEnabled, ownValue(\.titleColor, for: .disabled) == nil {
        let dimmed = "color-mix(in srgb,\(color.css) 60%,transparent)"
        css.declare("--disabled", buttonType == .system ? dimmed : color.css)
      }
    }
    if !others.isEmpty {
      if let color = ownValue(\.titleColor, for: .highlighted) { css.declare("--pressed", color.css) }
      if let color = ownValue(\.titleColor, for: .disabled) { css.declare("--disabled", color.css) }
    }
    if flows, let color = currentTitleShadowColor, label == nil { css += "text-shadow:0 -1px \(color.css);" }
  }

  /// Appends where image and title are in a button that flows.
  private func appendAlignment(to css: inout CSSText) {
    switch contentHorizontalAlignment {
    case .left: css += "justify-content:left;text-align:left;"
    case .right: css += "justify-content:right;text-align:right;"
    case .leading: css += "justify-content:flex-start;text-align:start;"
    case .trailing: css += "justify-content:flex-end;text-align:end;"
    case .center, .fill: break
    }
    switch contentVerticalAlignment {
    case .top: css += "align-items:flex-start;"
    case .bottom: css += "align-items:flex-end;"
    case .center, .fill: break
    }
    if !isConfigured, let insets = rareProperties.box(of: Look.self)?.properties.contentEdgeInsets, insets != .zero {
      let all = [insets.top, insets.right, insets.bottom, insets.left].map(CSS.rem)
      css += "padding:\(all.joined(separator: " "));"
    }
  }
}

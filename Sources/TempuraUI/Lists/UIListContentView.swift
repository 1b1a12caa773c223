public import Foundation

/// The view of a `UIListContentConfiguration`. It has the labels and the layout of a cell.
open class UIListContentView: UIView, UIContentView, RowLabels {
  @exclusivity(unchecked) private var content: UIListContentConfiguration
  final private(set) var imageIfMade: UIImageView?
  final private(set) var titleIfMade, detailIfMade: UILabel?

  public init(configuration: UIListContentConfiguration) {
    content = configuration
    super.init(frame: .zero)
    update()
  }

  public required init?(coder: NSCoder) { nil }

  override public convenience init(frame: CGRect) { self.init(configuration: .cell()) }

  open var configuration: any UIContentConfiguration {
    get { content }
    set {
      guard let newValue = newValue as? UIListContentConfiguration, newValue != content else { return }
      content = newValue
      update()
    }
  }

  public final var textLabel: UILabel? { titleIfMade }
  public final var secondaryTextLabel: UILabel? { detailIfMade }
  public final var imageView: UIImageView? { imageIfMade }

  private func update() {
    let image = content.image.map { image in
      content.imageProperties.preferredSymbolConfiguration.flatMap { image.applyingSymbolConfiguration($0) } ?? image
    }
    if image != nil, imageIfMade == nil {
      let made = UIImageView()
      made.isAccessibilityElement = false  // The text beside it is the accessible name.
      insertSubview(made, at: 0)
      imageIfMade = made
    }
    if let view = imageIfMade {
      view.image = image
      view.isHidden = image == nil
      let properties = content.imageProperties
      view.tintColor = properties.tintColor
      view.contentMode = .scaleAspectFit
      if view.layer.cornerRadius != properties.cornerRadius {
        view.layer.cornerRadius = properties.cornerRadius
        view.clipsToBounds = properties.cornerRadius > 0
      }
    }
    update(&titleIfMade, content.text, content.attributedText, content.textProperties)
    let traits: UIAccessibilityTraits = content.isHeading ? .header : []
    if let title = titleIfMade, title.accessibilityTraits != traits { title.accessibilityTraits = traits }
    update(&detailIfMade, content.secondaryText, content.secondaryAttributedText, content.secondaryTextProperties)
    setNeedsRender()
    setNeedsLayout()
    superview?.superview?.setNeedsLayout()  // the row may want another height
  }

  private func update(
    _ label: inout UILabel?, _ text: String?, _ attributed: NSAttributedString?,
    _ properties: UIListContentConfiguration.TextProperties
  ) {
    guard text != nil || attributed != nil else {
      label?.removeFromSuperview()
      label = nil
      return
    }
    let shown = label ?? UILabel()
    if label == nil {
      label = shown
      addSubview(shown)
    }
    shown.font = properties.font
    shown.textColor = properties.color
    shown.numberOfLines = properties.numberOfLines
    shown.lineBreakMode = properties.lineBreakMode
    shown.adjustsFontSizeToFitWidth = properties.adjustsFontSizeToFitWidth
    shown.minimumScaleFactor = properties.minimumScaleFactor
    switch properties.alignment {
    case .natural: shown.textAlignment = .natural
    case .center: shown.textAlignment = .center
    case .justified: shown.textAlignment = .justified
    }
    let transform = properties.transform
    shown.textTransform = attributed == nil && transform != .capitalized ? transform : .none
    if let attributed {
      shown.attributedText = attributed
    } else {
      shown.text = transform == .capitalized ? text.map(transform.applied) : text
    }
  }

  // MARK: - Layout

  final var style: UITableViewCell.CellStyle { content.style }
  final var labelMargins: NSDirectionalEdgeInsets {
    var margins = content.directionalLayoutMargins
    margins.leading = max(margins.leading, Self.screenMargin)
    margins.trailing = max(margins.trailing, Self.screenMargin)
    return margins
  }
  final var imagePadding: CGFloat { content.imageToTextPadding }
  final var labelPadding: CGFloat { content.textToSecondaryTextVerticalPadding }

  final func sizeOfImage(_ size: CGSize) -> CGSize {
    let (most, properties) = (content.imageProperties.maximumSize, content.imageProperties)
    if content.image?.isSymbolImage == true, properties.preferredSymbolConfiguration == nil {
      return CGSize(width: 20, height: 20)
    }
    var scale: CGFloat = 1
    if most.width > 0, size.width > 0 { scale = min(scale, most.width / size.width) }
    if most.height > 0, size.height > 0 { scale = min(scale, most.height / size.height) }
    return CGSize(width: size.width * scale, height: size.height * scale)
  }

  override final var wrapsContent: Bool { true }

  override open func layoutSubviews() {
    super.layoutSubviews()
    if hasAssignedFrame { layoutLabels(in: bounds.size) }
  }

  override open func sizeThatFits(_ size: CGSize) -> CGSize {
    let least: CGFloat = content.isHeading ? 0 : 44
    let width = size.width.saneLength
    return CGSize(width: width, height: max(heightOfLabels(width: width), least))
  }

  override open var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: sizeThatFits(bounds.size).height)
  }

  // MARK: - HTML

  override open func renderAttributes(into html: HTMLRenderer) { html.write(attribute: "data-style", "\(style)") }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    let (most, room) = (content.imageProperties.maximumSize, content.imageProperties.reservedLayoutSize)
    if most.width > 0 { css += "--image-width:\(CSS.rem(most.width));" }
    if most.height > 0 { css += "--image-height:\(CSS.rem(most.height));" }
    if room.width > 0 { css += "--image-room:\(CSS.rem(room.width));" }
    guard !hasAssignedFrame else { return }
    if content.imageToTextPadding != 16 { css += "--image-gap:\(CSS.rem(content.imageToTextPadding));" }
    let own = content.directionalLayoutMargins
    guard own != UIListContentConfiguration.standardMargins else { return }
    css += "padding-block:\(CSS.rem(max(own.top, 0))) \(CSS.rem(max(own.bottom, 0)));"
    css += "padding-inline:max(\(CSS.rem(own.leading)),var(--margin)) max(\(CSS.rem(own.trailing)),var(--margin));"
  }
}

public import Foundation

/// A picture and texts instead of content that is missing, with buttons.
public struct UIContentUnavailableConfiguration: UIContentConfiguration {
  public enum Alignment: Int, Sendable { case center, natural }

  /// The action of a button.
  public struct ButtonProperties {
    public var primaryAction: UIAction?
    public var menu: UIMenu?
    public var isEnabled = true
    public var role = UIButton.Role.normal
  }

  public var image: UIImage?
  public var imageProperties = Self.usual.imageProperties
  public var text: String?
  public var attributedText: NSAttributedString?
  public var textProperties = Self.usualTitle
  public var secondaryText: String?
  public var secondaryAttributedText: NSAttributedString?
  public var secondaryTextProperties = Self.usual.secondaryTextProperties
  public var button: UIButton.Configuration {
    get { buttons?.first ?? .plain() }
    set { buttons = [newValue, secondaryButton] }
  }
  public var buttonProperties = ButtonProperties()
  public var secondaryButton: UIButton.Configuration {
    get { buttons?.last ?? .plain() }
    set { buttons = [button, newValue] }
  }
  public var secondaryButtonProperties = ButtonProperties()
  public var background = UIBackgroundConfiguration()
  public var alignment = Alignment.center
  public var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
  /// The distances between the parts, in points.
  public var imageToTextPadding: CGFloat = 16
  public var textToSecondaryTextPadding: CGFloat = 8
  public var textToButtonPadding: CGFloat = 16
  public var buttonToSecondaryButtonPadding: CGFloat = 8
  private(set) var isLoading = false

  // The button and the secondary button. An array, because it takes one word if there are none.
  private var buttons: [UIButton.Configuration]?

  /// The buttons that may have something to show.
  fileprivate var shownButtons: [(UIButton.Configuration, ButtonProperties)] {
    if buttons == nil, buttonProperties.primaryAction == nil, secondaryButtonProperties.primaryAction == nil {
      return []
    }
    return [(button, buttonProperties), (secondaryButton, secondaryButtonProperties)]
  }

  // Safe because the values never change. To make them takes longer than all else of an empty configuration.
  private nonisolated(unsafe) static let usual = UIListContentConfiguration.cell()
  private nonisolated(unsafe) static let usualTitle =
    UIListContentConfiguration.prominentInsetGroupedHeader().textProperties

  public static func empty() -> Self { Self() }

  public static func loading() -> Self {
    var made = Self()
    made.isLoading = true
    return made
  }

  /// Says that a search found nothing, and for what if the controller's search is active.
  public static func search() -> Self {
    var made = Self()
    made.image = UIImage(systemName: "magnifyingglass")
    made.text = localized(.unavailableNoResults)
    made.secondaryText = localized(.unavailableCheckTheSearch)
    return made
  }

  public func makeContentView() -> any UIView & UIContentView { UIContentUnavailableView(configuration: self) }

  public func updated(for state: any UIConfigurationState) -> Self {
    guard text == localized(.unavailableNoResults),
      let search = (state as? UIContentUnavailableConfigurationState)?.searchText, !search.isEmpty
    else { return self }
    var updated = self
    updated.text = localized(.unavailableNoResultsFor(search))
    return updated
  }
}

/// The view of a `UIContentUnavailableConfiguration`.
open class UIContentUnavailableView: UIView, UIContentView {
  override final var coversSuperview: Bool { true }

  /// Made with the first part: many of these views stay empty.
  private var stack: UIStackView?
  @exclusivity(unchecked) private var content: UIContentUnavailableConfiguration

  public init(configuration: UIContentUnavailableConfiguration) {
    content = configuration
    super.init(frame: .zero)
    update()
  }

  public required init?(coder: NSCoder) { nil }

  override public convenience init(frame: CGRect) { self.init(configuration: .empty()) }

  open var configuration: any UIContentConfiguration {
    get { content }
    set {
      guard let newValue = newValue as? UIContentUnavailableConfiguration else { return }
      content = newValue
      update()
    }
  }

  private func addStack() -> UIStackView {
    let stack = UIStackView()
    self.stack = stack
    stack.axis = .vertical
    stack.alignment = .center
    addSubview(stack)
    return stack
  }

  /// On a page that flows, the style sheet centres the stack.
  override open func layoutSubviews() {
    super.layoutSubviews()
    guard hasAssignedFrame, let stack else { return }
    let area = bounds.insetBy(dx: 16, dy: 0)
    let height = stack.neededSize(width: max(area.width, 1)).height
    stack.setLaidOutFrame(CGRect(x: 16, y: (area.height - height) / 2, width: max(area.width, 0), height: height))
  }

  private func update() {
    for view in stack?.arrangedSubviews ?? [] { view.removeFromSuperview() }
    func add(_ view: UIView, _ space: CGFloat) {
      let stack = stack ?? addStack()
      stack.addArrangedSubview(view)
      stack.setCustomSpacing(space, after: view)
    }
    if content.isLoading {
      let wheel = UIActivityIndicatorView(style: .medium)
      wheel.startAnimating()
      add(wheel, content.imageToTextPadding)
    }
    if let image = content.image {
      let view = UIImageView(image: image)
      view.isAccessibilityElement = false
      view.tintColor = content.imageProperties.tintColor ?? .secondaryLabel
      view.preferredSymbolConfiguration =
        content.imageProperties.preferredSymbolConfiguration ?? UIImage.SymbolConfiguration(pointSize: 48)
      add(view, content.imageToTextPadding)
    }
    func add(
      _ text: String?, _ attributed: NSAttributedString?, _ properties: UIListContentConfiguration.TextProperties,
      _ space: CGFloat
    ) {
      guard text != nil || attributed != nil else { return }
      let label = UILabel()
      label.numberOfLines = 0
      label.font = properties.font
      label.textColor = properties.color
      label.textAlignment = content.alignment == .center ? .center : .natural
      if let attributed { label.attributedText = attributed } else { label.text = text }
      add(label, space)
    }
    add(content.text, content.attributedText, content.textProperties, content.textToSecondaryTextPadding)
    add(
      content.secondaryText, content.secondaryAttributedText, content.secondaryTextProperties,
      content.textToButtonPadding)
    for (look, properties) in content.shownButtons {
      guard look.title != nil || look.attributedTitle != nil || look.image != nil || properties.primaryAction != nil
      else { continue }
      let button = UIButton(configuration: look, primaryAction: properties.primaryAction)
      button.isEnabled = properties.isEnabled
      if let menu = properties.menu { button.menu = menu }
      add(button, content.buttonToSecondaryButtonPadding)
    }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    content.background.appendStyle(to: &css)
  }
}

/// The state for which a view controller makes its configuration.
public struct UIContentUnavailableConfigurationState: UIConfigurationState {
  public var traitCollection: UITraitCollection
  /// The text of the controller's search field; nil if the search is not active.
  public var searchText: String?
  private var custom: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { custom[key] }
    set { custom[key] = newValue }
  }
}

extension UIViewController {
  private struct Unavailable: RarePropertyGroup {
    var view: (any UIView & UIContentView)?
  }

  /// Lets the controller set its configuration anew before the next layout.
  public final func setNeedsUpdateContentUnavailableConfiguration() {
    needsContentUnavailable = true
    viewIfLoaded?.setNeedsLayout()
  }

  /// The state of the controller for its configuration.
  public final var contentUnavailableConfigurationState: UIContentUnavailableConfigurationState {
    let search = navigationItem.searchController
    var state = UIContentUnavailableConfigurationState(traitCollection: traitCollection)
    if search?.isActive == true { state.searchText = search?.searchBar.text }
    return state
  }

  final func updateContentUnavailableIfNeeded() {
    guard needsContentUnavailable else { return }
    needsContentUnavailable = false
    updateContentUnavailableConfiguration(using: contentUnavailableConfigurationState)
  }

  /// What lies over the view of the controller instead of content that is missing. Default: nil.
  public final var contentUnavailableConfiguration: (any UIContentConfiguration)? {
    get { viewIfLoaded?.rareProperties.box(of: Unavailable.self)?.properties.view?.configuration }
    set {
      guard newValue != nil || isViewLoaded, let view else { return }
      let newValue = newValue?.updated(for: contentUnavailableConfigurationState)
      let old = view.rareProperties.box(of: Unavailable.self)?.properties.view
      if let newValue, let old, old.supports(newValue) {
        old.configuration = newValue
        return
      }
      old?.removeFromSuperview()
      let made = newValue?.makeContentView()
      view.rareProperties[Unavailable.self].view = made
      guard let made else { return }
      view.addSubview(made)
      made.setPathName(ofItem: "contentUnavailable", in: view)
    }
  }
}

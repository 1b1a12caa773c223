internal import Foundation

/// What a cell, a header or a footer shows by its configurations.
struct CellConfiguration: RarePropertyGroup {
  var content: (any UIContentConfiguration)?
  var contentView: (any UIView & UIContentView)?
  var background: UIBackgroundConfiguration?
  /// The handler of the app, which is called with the view and its state.
  var handler: ((UIView) -> Void)?
}

extension UIView {
  /// The view that shows the content configuration of the cell.
  final var configuredContentView: UIView? { rareProperties.box(of: CellConfiguration.self)?.properties.contentView }

  /// Shows another configuration in the content view of the cell, in the same view if that supports it.
  ///
  /// - Parameter state: The state of the cell. The configurations of lists look alike in all of them.
  final func show(
    _ configuration: (any UIContentConfiguration)?, in contentView: UIView,
    for state: @autoclosure () -> any UIConfigurationState
  ) {
    let configuration =
      configuration is UIListContentConfiguration ? configuration : configuration?.updated(for: state())
    let old = rareProperties.box(of: CellConfiguration.self)?.properties.contentView
    guard configuration != nil || old != nil else { return }
    rareProperties[CellConfiguration.self].content = configuration
    if let configuration, let old, old.supports(configuration) {
      old.configuration = configuration
    } else {
      old?.removeFromSuperview()
      let made = configuration?.makeContentView()
      rareProperties[CellConfiguration.self].contentView = made
      if let made {
        contentView.addSubview(made)
        made.setPathName(ofItem: "configured", in: self)
      }
    }
    setNeedsRender()
    setNeedsLayout()
  }

  /// Gives the view of the content configuration the area of the content view.
  final func layOutConfiguredContent(_ size: CGSize) {
    if let view = configuredContentView { setArea(CGRect(origin: .zero, size: size), ofContent: view) }
  }

  /// Returns the size of the content configuration's view, without the insets of the content view in the cell.
  final func sizeOfConfiguredContent(_ view: UIView, width: CGFloat) -> CGSize {
    view.hasConstraintsOfSubviews
      ? view.fittingSize(CGSize(width: width, height: 0), horizontal: .required)
      : view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
  }

  /// Whether the content has margins of its own: it has constraints, or a configuration describes it.
  final func isBare(_ contentView: UIView?) -> Bool {
    configuredContentView != nil || contentView?.hasConstraintsOfSubviews == true
  }

  final func appendBackgroundConfiguration(to css: inout CSSText) {
    guard let background = self[\CellConfiguration.background] else { return }
    background.appendStyle(to: &css)
    if background.cornerRadius > 0 { css.declare("border-radius", CSS.rem(background.cornerRadius)) }
  }
}

/// A cell of a table or of a collection view. UIKit has no such protocol.
public protocol ListCell: ListItemView {
  var contentView: UIView { get }
  var configurationState: UICellConfigurationState { get }
  func updateConfiguration(using state: UICellConfigurationState)
}

extension ListCell {
  /// The content of the cell. Default: nil; the cell then shows its labels and what the app added to its content view.
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { rareProperties.box(of: CellConfiguration.self)?.properties.content }
    set { show(newValue, in: contentView, for: configurationState) }
  }

  /// The background of the cell. Default: nil, that of the list.
  public var backgroundConfiguration: UIBackgroundConfiguration? {
    get { self[\CellConfiguration.background] }
    set { self[\CellConfiguration.background] = newValue }
  }

  public func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }

  /// Marks the configurations of the cell for an update.
  public func setNeedsUpdateConfiguration() {
    viewFlags.remove(.isConfigured)
    setNeedsLayout()
  }

  func updateConfigurationIfNeeded() {
    guard !viewFlags.contains(.isConfigured) else { return }
    viewFlags.insert(.isConfigured)
    if let contentConfiguration, !(contentConfiguration is UIListContentConfiguration) {
      self.contentConfiguration = contentConfiguration
    }
    updateConfiguration(using: configurationState)
    rareProperties.box(of: CellConfiguration.self)?.properties.handler?(self)
  }

  func setUpdateHandler(_ handler: ((Self, UICellConfigurationState) -> Void)?) {
    rareProperties[CellConfiguration.self].handler = handler.map { handler in
      { view in if let cell = view as? Self { handler(cell, cell.configurationState) } }
    }
    setNeedsUpdateConfiguration()
  }

  func state(isEditing: Bool, isHighlighted: Bool) -> UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isSelected = viewFlags.contains(.isSelected)
    state.isHighlighted = isHighlighted
    state.isEditing = isEditing
    return state
  }

  // MARK: - Backgrounds

  /// The views behind the content, as large as the cell: always, and while it is selected. Of cells that flow, the page shows
  /// only their background colours.
  public var backgroundView: UIView? {
    get { rareProperties.box(of: CellBackgrounds.self)?.properties.always }
    set { setBackground(\.always, newValue) }
  }
  public var selectedBackgroundView: UIView? {
    get { rareProperties.box(of: CellBackgrounds.self)?.properties.whileSelected }
    set { setBackground(\.whileSelected, newValue) }
  }

  private func setBackground(_ view: WritableKeyPath<CellBackgrounds, UIView?>, _ new: UIView?) {
    let old = rareProperties[CellBackgrounds.self][keyPath: view]
    guard old !== new else { return }
    rareProperties[CellBackgrounds.self][keyPath: view] = new
    if old?.superview === self { old?.removeFromSuperview() }
    setNeedsRender()
    setNeedsLayout()
  }

  /// The colour of the background of a cell that flows.
  var flowingBackground: UIColor? {
    (viewFlags.contains(.isSelected) ? selectedBackgroundView ?? backgroundView : backgroundView)?.backgroundColor
  }

  /// Lays out the backgrounds behind the content.
  func layOutBackgrounds() {
    for view in [selectedBackgroundView, backgroundView] {
      guard let view else { continue }
      if view.superview !== self { insertSubview(view, at: 0) }
      view.setLaidOutFrame(CGRect(origin: .zero, size: bounds.size))
    }
    selectionOfBackgroundDidChange()
  }

  func selectionOfBackgroundDidChange() {
    guard let view = selectedBackgroundView, view.superview === self else { return }
    view.isHidden = !viewFlags.contains(.isSelected)
  }
}

private struct CellBackgrounds: RarePropertyGroup {
  var always, whileSelected: UIView?
}

extension UITableViewCell {
  public typealias ConfigurationUpdateHandler = (UITableViewCell, UICellConfigurationState) -> Void

  /// Returns an empty configuration for the style of the cell.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    style == .value1 || style == .value2 ? .valueCell() : style == .subtitle ? .subtitleCell() : .cell()
  }

  /// Called with the cell when its state changed.
  public final var configurationUpdateHandler: ConfigurationUpdateHandler? {
    get { nil }
    set { (self as UITableViewCell).setUpdateHandler(newValue) }
  }
}

extension UICollectionViewCell {
  public typealias ConfigurationUpdateHandler = (UICollectionViewCell, UICellConfigurationState) -> Void

  /// Called with the cell when its state changed.
  public final var configurationUpdateHandler: ConfigurationUpdateHandler? {
    get { nil }
    set { (self as UICollectionViewCell).setUpdateHandler(newValue) }
  }
}

extension UITableViewHeaderFooterView {
  /// The content of the view. Default: nil.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { rareProperties.box(of: CellConfiguration.self)?.properties.content }
    set { show(newValue, in: contentView, for: UIViewConfigurationState(traitCollection: traitCollection)) }
  }

  /// Returns an empty configuration for a header of the table's style.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    (superview as? UITableView)?.style == .plain ? .plainHeader() : .groupedHeader()
  }

  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { self[\CellConfiguration.background] }
    set { self[\CellConfiguration.background] = newValue }
  }
}

extension UIBackgroundConfiguration {
  public static func listCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listPlainCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listGroupedCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listSidebarCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listAccompaniedSidebarCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listHeader() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listFooter() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listPlainHeaderFooter() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  public static func listSidebarHeader() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}

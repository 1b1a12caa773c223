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

  /// Updates the configurations of the cell before its next layout, if they are those of another state.
  final func cellStateDidChange() {
    guard viewFlags.contains(.isConfigured) else { return }
    viewFlags.remove(.isConfigured)
    setNeedsLayout()
  }

  final var shownBackground: UIBackgroundConfiguration? {
    get { rareProperties.box(of: CellConfiguration.self)?.properties.background }
    set {
      guard newValue != shownBackground else { return }
      rareProperties[CellConfiguration.self].background = newValue
      setNeedsRender()
    }
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
    guard let background = shownBackground else { return }
    background.appendStyle(to: &css)
    if background.cornerRadius > 0 { css.declare("border-radius", CSS.rem(background.cornerRadius)) }
  }
}

extension UITableViewCell {
  public typealias ConfigurationUpdateHandler = (UITableViewCell, UICellConfigurationState) -> Void

  /// The content of the cell. Default: nil; the cell then shows its labels and what the app added to its content view.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { rareProperties.box(of: CellConfiguration.self)?.properties.content }
    set { show(newValue, in: contentView, for: configurationState) }
  }

  /// Returns an empty configuration for the style of the cell.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    style == .value1 || style == .value2 ? .valueCell() : style == .subtitle ? .subtitleCell() : .cell()
  }

  /// The background of the cell. Default: nil, that of the table.
  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { shownBackground }
    set { shownBackground = newValue }
  }

  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }

  /// Called with the cell when its state changed.
  public final var configurationUpdateHandler: ConfigurationUpdateHandler? {
    get { nil }
    set {
      rareProperties[CellConfiguration.self].handler = newValue.map { handler in
        { view in if let cell = view as? UITableViewCell { handler(cell, cell.configurationState) } }
      }
      setNeedsUpdateConfiguration()
    }
  }
}

extension UICollectionViewCell {
  public typealias ConfigurationUpdateHandler = (UICollectionViewCell, UICellConfigurationState) -> Void

  /// The content of the cell. Default: nil; the cell then shows what the app added to its content view.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { rareProperties.box(of: CellConfiguration.self)?.properties.content }
    set { show(newValue, in: contentView, for: configurationState) }
  }

  /// The background of the cell. Default: nil.
  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { shownBackground }
    set { shownBackground = newValue }
  }

  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }

  /// Called with the cell when its state changed.
  public final var configurationUpdateHandler: ConfigurationUpdateHandler? {
    get { nil }
    set {
      rareProperties[CellConfiguration.self].handler = newValue.map { handler in
        { view in if let cell = view as? UICollectionViewCell { handler(cell, cell.configurationState) } }
      }
      setNeedsUpdateConfiguration()
    }
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
    get { shownBackground }
    set { shownBackground = newValue }
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

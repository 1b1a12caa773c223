public import Foundation

/// What a row of a list shows before or after its content.
public struct UICellAccessory {
  /// When the accessory is shown.
  public enum DisplayedState: Int, Sendable { case always, whenEditing, whenNotEditing }

  public enum LayoutDimension {
    case standard, actual
    case custom(CGFloat)
  }

  /// The side of the content.
  public enum Placement {
    public typealias Position = ([UICellAccessory]) -> Int
    case leading(displayed: DisplayedState = .always, at: Position = { _ in 0 })
    case trailing(displayed: DisplayedState = .always, at: Position = { _ in 0 })

    public static func position(before accessory: AccessoryType) -> Position { { _ in 0 } }
    public static func position(after accessory: AccessoryType) -> Position { { $0.count } }
  }

  public enum AccessoryType: Hashable, Sendable {
    case disclosureIndicator, checkmark, delete, insert, reorder, multiselect, outlineDisclosure, label, detail
    case popUpMenu
    case customView
  }

  /// The looks that most accessories share.
  public struct Options {
    public var isHidden: Bool?
    public var reservedLayoutWidth: LayoutDimension?
    public var tintColor, backgroundColor: UIColor?
    public var showsVerticalSeparator: Bool?
    public var font: UIFont?
    public enum Style: Int, Sendable { case automatic, header, cell }
    public var style: Style?

    public init(
      style: Style? = nil, isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil,
      tintColor: UIColor? = nil, backgroundColor: UIColor? = nil, showsVerticalSeparator: Bool? = nil,
      font: UIFont? = nil
    ) {
      self.style = style
      self.isHidden = isHidden
      self.reservedLayoutWidth = reservedLayoutWidth
      self.tintColor = tintColor
      self.backgroundColor = backgroundColor
      self.showsVerticalSeparator = showsVerticalSeparator
      self.font = font
    }
  }
  public typealias DisclosureIndicatorOptions = Options
  public typealias CheckmarkOptions = Options
  public typealias DeleteOptions = Options
  public typealias InsertOptions = Options
  public typealias ReorderOptions = Options
  public typealias MultiselectOptions = Options
  public typealias OutlineDisclosureOptions = Options
  public typealias LabelOptions = Options
  public typealias DetailOptions = Options

  /// A view of the app beside the content.
  public struct CustomViewConfiguration {
    public let customView: UIView
    public let placement: Placement
    public var isHidden: Bool
    public var tintColor: UIColor?

    public init(
      customView: UIView, placement: Placement, isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil,
      tintColor: UIColor? = nil, maintainsFixedSize: Bool? = nil
    ) {
      self.customView = customView
      self.placement = placement
      self.isHidden = isHidden ?? false
      self.tintColor = tintColor
    }
  }

  public let accessoryType: AccessoryType
  let displayed: DisplayedState
  let isHidden: Bool
  var isLeading = false
  var tintColor: UIColor?
  var text: String?
  var view: UIView?
  var action: (() -> Void)?
  var isWholeRow = false

  private init(
    _ type: AccessoryType, _ displayed: DisplayedState, _ options: Options = Options(), isLeading: Bool = false,
    action: (() -> Void)? = nil
  ) {
    accessoryType = type
    self.displayed = displayed
    isHidden = options.isHidden ?? false
    tintColor = options.tintColor
    self.isLeading = isLeading
    self.action = action
  }

  public static func disclosureIndicator(
    displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = Options()
  ) -> UICellAccessory { UICellAccessory(.disclosureIndicator, displayed, options) }

  public static func checkmark(
    displayed: DisplayedState = .always, options: CheckmarkOptions = Options()
  ) -> UICellAccessory { UICellAccessory(.checkmark, displayed, options) }

  /// A button that calls the handler. Unlike on iOS, one without a handler is not shown.
  public static func delete(
    displayed: DisplayedState = .whenEditing, options: DeleteOptions = Options(), actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { UICellAccessory(.delete, displayed, options, isLeading: true, action: actionHandler) }

  public static func insert(
    displayed: DisplayedState = .whenEditing, options: InsertOptions = Options(), actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { UICellAccessory(.insert, displayed, options, isLeading: true, action: actionHandler) }

  /// A menu that moves the row up or down, if the data source's `reorderingHandlers` say that the item can be moved.
  public static func reorder(
    displayed: DisplayedState = .whenEditing, options: ReorderOptions = Options()
  ) -> UICellAccessory { UICellAccessory(.reorder, displayed, options) }

  /// A circle, which is filled while the row is selected.
  public static func multiselect(
    displayed: DisplayedState = .whenEditing, options: MultiselectOptions = Options()
  ) -> UICellAccessory { UICellAccessory(.multiselect, displayed, options, isLeading: true) }

  /// A button that expands and collapses the item of an outline, or calls the handler. With the style `header` the whole row
  /// does.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always, options: OutlineDisclosureOptions = Options(),
    actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory {
    var made = UICellAccessory(.outlineDisclosure, displayed, options, action: actionHandler)
    made.isWholeRow = options.style == .header
    return made
  }

  public static func detail(
    displayed: DisplayedState = .always, options: DetailOptions = Options(), actionHandler: (() -> Void)? = nil
  ) -> UICellAccessory { UICellAccessory(.detail, displayed, options, action: actionHandler) }

  public static func label(
    text: String, displayed: DisplayedState = .always, options: LabelOptions = Options()
  ) -> UICellAccessory {
    var made = UICellAccessory(.label, displayed, options)
    made.text = text
    return made
  }

  public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    var made: UICellAccessory
    switch configuration.placement {
    case .leading(let displayed, _): made = UICellAccessory(.customView, displayed, isLeading: true)
    case .trailing(let displayed, _): made = UICellAccessory(.customView, displayed)
    }
    made.view = configuration.customView
    made.view?.isHidden = configuration.isHidden
    return made
  }

  /// Whether the page has an element for the accessory.
  var hasElement: Bool {
    switch accessoryType {
    case .popUpMenu: false
    case .delete, .insert, .detail: action != nil
    case .disclosureIndicator, .checkmark, .multiselect, .outlineDisclosure, .label, .customView, .reorder: true
    }
  }

  /// The width in a row with frames, in points.
  var width: CGFloat {
    if let view { return view.sizeInContainer(width: 118).width }
    guard let text else { return 24 }
    let label = UILabel()
    label.text = text
    return max(label.sizeThatFits(.zero).width, 24)
  }

  func isShown(isEditing: Bool) -> Bool {
    !isHidden && (displayed == .always || (displayed == .whenEditing) == isEditing)
  }
}

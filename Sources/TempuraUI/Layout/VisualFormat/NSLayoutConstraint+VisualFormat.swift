internal import Basics
internal import Foundation

extension NSLayoutConstraint {
  /// How the views of a visual format are aligned with each other, and the direction of a row.
  public struct FormatOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    private init(_ attribute: Attribute) { rawValue = 1 << UInt(attribute.rawValue) }

    public static let alignAllLeft = FormatOptions(.left)
    public static let alignAllRight = FormatOptions(.right)
    public static let alignAllTop = FormatOptions(.top)
    public static let alignAllBottom = FormatOptions(.bottom)
    public static let alignAllLeading = FormatOptions(.leading)
    public static let alignAllTrailing = FormatOptions(.trailing)
    public static let alignAllCenterX = FormatOptions(.centerX)
    public static let alignAllCenterY = FormatOptions(.centerY)
    public static let alignAllLastBaseline = FormatOptions(.lastBaseline)
    public static let alignAllFirstBaseline = FormatOptions(.firstBaseline)
    public static let directionLeadingToTrailing: FormatOptions = []
    public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
    public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)

    fileprivate var alignments: [Attribute] {
      [
        .left, .right, .top, .bottom, .leading, .trailing, .centerX, .centerY, .lastBaseline, .firstBaseline,
      ].filter { contains(Self($0)) }
    }
  }

  /// Makes the constraints of a row or a column of views, such as `H:|-[label]-8-[button(44)]-|`. They are not active.
  ///
  /// A wrong format stops a debug build; a release build reports it, and makes no constraints.
  ///
  /// - Parameters:
  ///   - metrics: The numbers that the format names.
  ///   - views: The views and layout guides that the format names.
  public class func constraints(
    withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?, views: [String: Any]
  ) -> [NSLayoutConstraint] {
    do throws(VisualFormatError) {
      return try makeConstraints(format, opts, metrics ?? [:], views)
    } catch {
      Misuse.trap(error.description)
      return []
    }
  }

  class func makeConstraints(
    _ text: String, _ options: FormatOptions, _ metrics: [String: Any], _ views: [String: Any]
  ) throws(VisualFormatError) -> [NSLayoutConstraint] {
    let format = try VisualFormat(text)
    let names = NamedValues(format: text, metrics: metrics, views: views)
    let items = try names.items(of: format)
    var made: [NSLayoutConstraint] = []
    let isHorizontal = format.axis == .horizontal
    for (element, item) in zip(format.elements, items) {
      for size in element.sizes {
        let attribute: Attribute = isHorizontal ? .width : .height
        var other: AnyObject?
        if case .name(let name) = size.value, metrics[name] == nil { other = try names.view(name) }
        let constraint = NSLayoutConstraint(
          item: item, attribute: attribute, relatedBy: size.relation, toItem: other,
          attribute: other == nil ? .notAnAttribute : attribute, multiplier: 1,
          constant: other == nil ? try names.number(size.value) : 0)
        try names.setPriority(of: constraint, size.priority)
        made.append(constraint)
      }
    }
    let direction = Direction(format.axis, options)
    for (index, gap) in format.gaps.enumerated() {
      let ends = (
        direction.end(items[index], format.elements[index] == .superview, gap, isFirst: true),
        direction.end(items[index + 1], format.elements[index + 1] == .superview, gap, isFirst: false)
      )
      let hasSuperview = format.elements[index] == .superview || format.elements[index + 1] == .superview
      let predicates: [VisualFormat.Predicate] =
        switch gap {
        case .none: [.init(value: .number(0))]
        case .standard: [.init(value: .number(hasSuperview ? 0 : 8))]
        case .predicates(let predicates): predicates
        }
      for predicate in predicates {
        let (from, to) = direction.isReversed ? (ends.1, ends.0) : (ends.0, ends.1)
        let constraint = NSLayoutConstraint(
          item: to.item, attribute: to.attribute, relatedBy: predicate.relation, toItem: from.item,
          attribute: from.attribute, multiplier: 1, constant: try names.number(predicate.value))
        try names.setPriority(of: constraint, predicate.priority)
        made.append(constraint)
      }
    }
    let aligned = zip(format.elements, items).filter { $0.0 != .superview }.map(\.1)
    for attribute in options.alignments {
      guard attribute.axis != format.axis else { throw .alignment(text) }
      for (first, second) in zip(aligned, aligned.dropFirst()) {
        made.append(
          NSLayoutConstraint(
            item: first, attribute: attribute, relatedBy: .equal, toItem: second, attribute: attribute, multiplier: 1,
            constant: 0))
      }
    }
    return made
  }

  /// The edges between which the gaps of a format are.
  private struct Direction {
    let before, after: Attribute
    let margins: (before: Attribute, after: Attribute)
    let isReversed: Bool

    init(_ axis: Axis, _ options: FormatOptions) {
      isReversed = axis == .horizontal && options.contains(.directionRightToLeft)
      if axis == .vertical {
        (before, after, margins) = (.top, .bottom, (.topMargin, .bottomMargin))
      } else if isReversed {
        (before, after, margins) = (.right, .left, (.rightMargin, .leftMargin))
      } else if options.contains(.directionLeftToRight) {
        (before, after, margins) = (.left, .right, (.leftMargin, .rightMargin))
      } else {
        (before, after, margins) = (.leading, .trailing, (.leadingMargin, .trailingMargin))
      }
    }

    /// The edge of an item at a gap. A standard gap at the superview reaches to its margin, as in UIKit.
    func end(
      _ item: AnyObject, _ isSuperview: Bool, _ gap: VisualFormat.Gap, isFirst: Bool
    ) -> (item: AnyObject, attribute: Attribute) {
      guard isSuperview else { return (item, isFirst ? after : before) }
      if gap == .standard { return (item, isFirst ? margins.before : margins.after) }
      return (item, isFirst ? before : after)
    }
  }

  /// The views and numbers that a format names.
  private struct NamedValues {
    let format: String
    let metrics, views: [String: Any]

    func view(_ name: String) throws(VisualFormatError) -> AnyObject {
      switch views[name] {
      case let view as UIView: return view
      case let guide as UILayoutGuide: return guide
      default: throw .unknownView(format, name)
      }
    }

    /// The objects of the elements. The superview is that of the first view.
    func items(of format: VisualFormat) throws(VisualFormatError) -> [AnyObject] {
      var items: [AnyObject] = []
      for element in format.elements {
        switch element {
        case .view(let name, _): items.append(try view(name))
        case .superview:
          for case .view(let name, _) in format.elements.prefix(2) {
            let item = try view(name)
            guard let superview = (item as? UIView)?.superview ?? (item as? UILayoutGuide)?.owningView else {
              throw .noSuperview(self.format, name)
            }
            items.append(superview)
            break
          }
        }
      }
      return items
    }

    func number(_ value: VisualFormat.Value) throws(VisualFormatError) -> CGFloat {
      switch value {
      case .number(let number): return number
      case .name(let name):
        switch metrics[name] {
        case let number as any BinaryInteger: return CGFloat(Double(number))
        case let number as any BinaryFloatingPoint: return CGFloat(Double(number))
        case let number as NSNumber: return CGFloat(number.doubleValue)
        default: throw .unknownMetric(format, name)
        }
      }
    }

    func setPriority(
      of constraint: NSLayoutConstraint, _ value: VisualFormat.Value?
    ) throws(VisualFormatError) {
      if let value { constraint.priority = UILayoutPriority(Float(try number(value))) }
    }
  }
}

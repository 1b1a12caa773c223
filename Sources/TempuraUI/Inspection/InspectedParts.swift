internal import Foundation
internal import TempuraGraphics

// What the development panel shows of views, beside what other modules can ask them.

extension UIView {
  /// The text that the view itself shows; nil if it has none. Passwords are not shown.
  package final var inspectedText: String? {
    switch self {
    case let label as UILabel: label.text
    case let button as UIButton: button.shownTitle
    case let field as UITextField:
      field.isSecureTextEntry || field.text?.isEmpty != false ? field.placeholder : field.text
    case let view as UITextView: view.text
    default: accessibilityLabel
    }
  }

  /// The property that gives the view its name, and the view that has it; nil if no property of the app's classes holds it.
  package final var holdingProperty: (name: String, owner: UIView)? {
    resolvePathName()
    guard isNamedAsProperty, let pathOwner else { return nil }
    return (pathName, pathOwner)
  }

  /// The classes of the view that the app has written, by their names without modules.
  package final var namesOfOwnClasses: [String] {
    var names: [String] = []
    var current: AnyClass? = type(of: self)
    while let type = current, !ClassNames.isFrameworkClass(type) {
      names.append(ClassNames.name(of: type))
      current = _getSuperclass(type)
    }
    return names
  }
}

extension NSLayoutConstraint {
  /// The views that the constraint is about: one or two.
  package final var inspectedViews: [UIView] {
    let views = [firstView, secondView].compactMap(\.self)
    return views.count == 2 && views[0] === views[1] ? [views[0]] : views
  }

  /// The constraint as one of its views would say it, such as `leading = superview.leading + 16 @750`.
  package final func text(of view: UIView) -> String {
    let sign = relation == .equal ? "=" : relation == .lessThanOrEqual ? "≤" : "≥"
    var text = "\(name(of: first, firstAttribute, for: view)) \(sign) "
    if second == nil {
      text += CSS.number(constant)
    } else {
      text += name(of: second, secondAttribute, for: view)
      if multiplier != 1 { text += " × \(CSS.number(multiplier))" }
      if constant != 0 { text += constant < 0 ? " − \(CSS.number(-constant))" : " + \(CSS.number(constant))" }
    }
    if priority != .required { text += " @\(CSS.number(CGFloat(priority.rawValue)))" }
    return identifier.map { "\(text) “\($0)”" } ?? text
  }

  private func name(of item: LayoutItem?, _ attribute: Attribute, for view: UIView) -> String {
    guard let item, let owner = item.owner else { return "(gone).\(attribute)" }
    var names: [String] = []
    if owner === view.superview {
      names.append("superview")
    } else if owner !== view {
      names.append(owner.holdingProperty?.name ?? ClassNames.name(of: type(of: owner)))
    }
    if let guide = item.guide { names.append(guide.inspectedName) }
    return (names + ["\(attribute)"]).joined(separator: ".")
  }
}

extension UILayoutGuide {
  /// The property of the view that has the guide, or the name that the app chose.
  fileprivate var inspectedName: String {
    switch role {
    case .free: identifier.isEmpty ? "layoutGuide" : identifier
    case .safeArea: "safeAreaLayoutGuide"
    case .margins: "layoutMarginsGuide"
    case .readable: "readableContentGuide"
    case .scrollContent: "contentLayoutGuide"
    case .scrollFrame: "frameLayoutGuide"
    }
  }
}

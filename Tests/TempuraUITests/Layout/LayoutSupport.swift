import Foundation

@testable import TempuraUI

/// A container as wide as a phone, laid out by constraints between it and views in it.
func laidOut(
  _ views: UIView..., height: CGFloat = 0, in container: UIView = UIView(),
  by constraints: (UIView) -> [NSLayoutConstraint]
) -> UIView {
  container.setFlowingFrame(CGRect(x: 0, y: 0, width: 390, height: height))
  for view in views {
    view.translatesAutoresizingMaskIntoConstraints = false
    container.addSubview(view)
  }
  NSLayoutConstraint.activate(constraints(container))
  container.layoutIfNeeded()
  return container
}

/// The value of a property in the style of a view.
func style(_ property: String, of view: UIView) -> String? {
  css(view).split(separator: ";").last { $0.hasPrefix(property + ":") }.map { String($0.dropFirst(property.count + 1)) }
}

func label(_ text: String = "Text") -> UILabel {
  let label = UILabel()
  label.text = text
  return label
}

/// Constraints of a view to the sides of another one.
func sides(_ view: UIView, of other: UIView, inset: CGFloat = 0) -> [NSLayoutConstraint] {
  [
    view.leadingAnchor.constraint(equalTo: other.leadingAnchor, constant: inset),
    view.trailingAnchor.constraint(equalTo: other.trailingAnchor, constant: -inset),
  ]
}

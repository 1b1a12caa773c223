internal import Foundation

/// The content of a cell, as a value. The view that shows it is made from the value, and takes another one when that changes.
public protocol UIContentConfiguration {
  /// Returns a new view that shows the content.
  func makeContentView() -> any UIView & UIContentView

  /// Returns the content for a state of the cell.
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows the content of a configuration.
public protocol UIContentView: AnyObject {
  /// The content. Set again when the cell shows another one.
  var configuration: any UIContentConfiguration { get set }

  /// Returns whether the view can show a configuration. Default: whether it has the type of the present one.
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }
}

/// The directions of a plane.
public struct UIAxis: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let horizontal = UIAxis(rawValue: 1)
  public static let vertical = UIAxis(rawValue: 2)
  public static let both: UIAxis = [.horizontal, .vertical]
}

extension UIBackgroundConfiguration {
  /// Returns the same configuration: it does not depend on the state.
  public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration { self }
}

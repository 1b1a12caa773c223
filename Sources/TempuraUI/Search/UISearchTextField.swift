public import Foundation

/// The text field of a search bar. Its return key is `.search`, and it has a clear button.
open class UISearchTextField: UITextField {
  override public init(frame: CGRect) {
    super.init(frame: frame)
    returnKeyType = .search
    clearButtonMode = .always
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override package var inputType: String { "search" }
  override package var fallbackLabel: String? { placeholder ?? localized(.buttonSearch) }
}

public import Foundation

/// A search field with buttons for search and cancel, and the scopes of the search.
open class UISearchBar: UIView, UITextInputTraits {
  /// The style of a search bar.
  public enum Style: UInt, Sendable { case `default`, prominent, minimal }

  private let adapter = SearchFieldAdapter()
  private var scopes: UISegmentedControl?

  /// The field, for example to set its font. Its delegate belongs to the bar: do not replace it.
  public final let searchTextField = UISearchTextField()

  override public init(frame: CGRect) {
    super.init(frame: frame)
    adapter.bar = self
    searchTextField.delegate = adapter
    searchTextField.addAction(UIAction { [weak self] _ in self?.textDidChange() }, for: .editingChanged)
    addSubview(searchTextField)
    searchTextField.setPathName(ofItem: "searchTextField", in: self)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public final weak var delegate: (any UISearchBarDelegate)?

  /// The search controller of the bar; nil if the app uses the bar alone.
  final weak var searchController: (any SearchBarController)? { didSet { placeholder = localized(.buttonSearch) } }

  private func textDidChange() {
    delegate?.searchBar(self, textDidChange: searchTextField.text ?? "")
    searchController?.textDidChange()
  }

  // MARK: - The field

  public final var text: String? {
    get { searchTextField.text }
    set {
      let isNew = newValue ?? "" != searchTextField.text
      searchTextField.text = newValue
      if isNew { searchController?.textDidChange() }
    }
  }

  public final var placeholder: String? {
    get { searchTextField.placeholder }
    set { searchTextField.placeholder = newValue }
  }

  override final var inputOfTraits: UIView { searchTextField }

  override open var canBecomeFirstResponder: Bool { searchTextField.canBecomeFirstResponder }
  override open var isFirstResponder: Bool { searchTextField.isFirstResponder }
  @discardableResult override open func becomeFirstResponder() -> Bool { searchTextField.becomeFirstResponder() }
  @discardableResult override open func resignFirstResponder() -> Bool { searchTextField.resignFirstResponder() }

  // MARK: - Size

  override open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 56) }

  override open func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width > 0 && size.width < 10_000 ? size.width : 320, height: 56)
  }

  // MARK: - Looks

  /// The text above the field. Default: nil.
  @Rendered public final var prompt: String?

  public final var barStyle: UIBarStyle {
    get { styleOfBar }
    set { styleOfBar = newValue }
  }

  /// The background of the bar. Default: nil.
  public final var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }

  /// The image behind the bar, stretched to its size. Default: nil.
  public final var backgroundImage: UIImage? {
    get { self[\Background.image] }
    set { self[\Background.image] = newValue }
  }

  /// Sets `backgroundImage`. A page has the default metrics only.
  public final func setBackgroundImage(
    _ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
  ) { if barMetrics == .default { self.backgroundImage = backgroundImage } }

  public final func backgroundImage(for barPosition: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? {
    barMetrics == .default ? backgroundImage : nil
  }

  private struct Background: RarePropertyGroup {
    var image: UIImage?
  }

  /// The style of the bar. Default: `.default`. `.minimal` has no background; the others look the same.
  @Rendered public final var searchBarStyle = Style.default

  // MARK: - Buttons

  /// Whether the bar has a cancel button. Default: false. A search controller adds one while its search is active.
  @Rendered public final var showsCancelButton = false

  public final func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
    self.showsCancelButton = showsCancelButton
  }

  /// Whether the bar has a button for bookmarks. Default: false.
  @Rendered public final var showsBookmarkButton = false

  /// Whether the bar has a button for recent results. Default: false.
  @Rendered public final var showsSearchResultsButton = false

  /// Whether the button for recent results looks pressed. Default: false.
  @Rendered public final var isSearchResultsButtonSelected = false

  private var showsCancel: Bool { showsCancelButton || searchController?.showsCancelButton == true }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    let refusal = isReachable ? searchTextField.refusal : .unreachable
    return switch part {
    case "search": TapTarget(refusal: refusal) { self.searchTextField.pressReturn() }
    case "cancel" where showsCancel: TapTarget(refusal: refusal) { self.cancel() }
    case "bookmark" where showsBookmarkButton:
      TapTarget(refusal: refusal) { self.delegate?.searchBarBookmarkButtonClicked(self) }
    case "results" where showsSearchResultsButton:
      TapTarget(refusal: refusal) { self.delegate?.searchBarResultsListButtonClicked(self) }
    default: super.tapTarget(ofPart: part)
    }
  }

  private func cancel() {
    delegate?.searchBarCancelButtonClicked(self)
    searchController?.isActive = false
  }

  // MARK: - Scopes

  /// The titles of the scopes, to which the user can limit the search. Default: nil.
  public final var scopeButtonTitles: [String]? {
    didSet {
      guard scopeButtonTitles != oldValue else { return }
      makeScopes()
    }
  }

  /// Whether the bar shows the scopes. Default: false. A search controller also shows them while its search is active.
  public final var showsScopeBar = false {
    didSet { if showsScopeBar != oldValue { scopes?.isHidden = !isScopeBarShown } }
  }

  public final func setShowsScope(_ show: Bool, animated: Bool) { showsScopeBar = show }

  /// The index of the selected scope. Default: 0.
  public final var selectedScopeButtonIndex: Int {
    get { max(scopes?.selectedSegmentIndex ?? 0, 0) }
    set { scopes?.selectedSegmentIndex = newValue }
  }

  /// Whether the page shows the scopes. A search controller shows them while its search is active.
  private var isScopeBarShown: Bool {
    showsScopeBar || searchController.map { $0.isActive && $0.automaticallyShowsScopeBar } == true
  }

  /// Whether there are scopes on the page, which make the bar higher.
  final var hasScopes: Bool { scopes?.isHidden == false }

  final func searchControllerDidChange() {
    scopes?.isHidden = !isScopeBarShown
    setNeedsRender()
    superview?.superview?.setNeedsLayout()  // the navigation bar has another height
  }

  private func makeScopes() {
    scopes?.removeFromSuperview()
    scopes = nil
    guard let titles = scopeButtonTitles, !titles.isEmpty else { return }
    let made = UISegmentedControl(items: titles)
    made.accessibilityLabel = localized(.partScope)
    made.selectedSegmentIndex = 0
    made.isHidden = !isScopeBarShown
    made.on(.valueChanged) { [weak self] control in
      guard let self else { return }
      delegate?.searchBar(self, selectedScopeButtonIndexDidChange: control.selectedSegmentIndex)
      searchController?.scopeDidChange(to: control.selectedSegmentIndex)
    }
    addSubview(made)
    made.setPathName(ofItem: "scope", in: self)
    scopes = made
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "search" }

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderAttributes(into html: HTMLRenderer) {
    html.writeName(of: self, or: placeholder ?? localized(.buttonSearch))
  }

  override open func renderContent(into html: HTMLRenderer) {
    if let prompt { html.write(prompt, in: "p", cssClass: "prompt") }
    html.render(searchTextField)
    html.writeButton(
      tapping: "search", of: self, cssClass: "search", title: searchTextField.returnKeyType.searchTitle)
    if showsBookmarkButton {
      html.writeButton(tapping: "bookmark", of: self, cssClass: "bookmark", title: localized(.buttonBookmarks))
    }
    if showsSearchResultsButton {
      html.writeButton(tapping: "results", of: self, cssClass: "results") {
        if isSearchResultsButtonSelected { html.write(" aria-pressed=\"true\"") }
      } content: {
        html.writeSpan(localized(.partResults))
      }
    }
    if showsCancel {
      html.writeButton(tapping: "cancel", of: self, cssClass: "cancel", title: localized(.buttonCancel))
    }
    for view in subviews where view !== searchTextField { html.render(view) }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    appendBarStyle(to: &css)
    if searchBarStyle == .minimal { css += "background-color:transparent;" }
    if let backgroundImage { css += backgroundImage.backgroundCSS }
  }
}

/// What controls the search of a bar.
protocol SearchBarController: AnyObject {
  var isActive: Bool { get set }
  var showsCancelButton: Bool { get }
  var automaticallyShowsScopeBar: Bool { get }
  func textDidChange()
  func scopeDidChange(to scope: Int)
}

extension UIReturnKeyType {
  /// The title of the return key of a search field.
  fileprivate var searchTitle: String { self == .default ? localized(.buttonSearch) : title }
}

/// Forwards the delegate calls of the search field to the delegate of the bar.
private final class SearchFieldAdapter: UITextFieldDelegate {
  weak var bar: UISearchBar?

  private var delegate: (any UISearchBarDelegate)? { bar?.delegate }

  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
    guard let bar else { return true }
    return delegate?.searchBarShouldBeginEditing(bar) ?? true
  }

  func textFieldDidBeginEditing(_ textField: UITextField) {
    guard let bar else { return }
    bar.searchController?.isActive = true
    delegate?.searchBarTextDidBeginEditing(bar)
  }

  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
    guard let bar else { return true }
    return delegate?.searchBarShouldEndEditing(bar) ?? true
  }

  func textFieldDidEndEditing(_ textField: UITextField) {
    guard let bar else { return }
    delegate?.searchBarTextDidEndEditing(bar)
  }

  func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString text: String) -> Bool
  {
    guard let bar else { return true }
    return delegate?.searchBar(bar, shouldChangeTextIn: range, replacementText: text) ?? true
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    guard let bar else { return true }
    delegate?.searchBarSearchButtonClicked(bar)
    return true
  }
}

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

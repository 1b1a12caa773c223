internal import Basics
public import Foundation

/// A row of segments, one of which is selected.
///
/// In forms, a part of the control is the index of a segment, from 0.
open class UISegmentedControl: UIControl {
  private struct Segment {
    var title: String?
    var image: UIImage?
    var action: UIAction?
    var isEnabled = true
    var fixedWidth: CGFloat = 0
  }

  /// The index that means that no segment is selected.
  public static let noSegment = -1

  private var segments: [Segment] = []
  @Rendered private var selectedIndex = UISegmentedControl.noSegment

  /// - Parameter items: The titles (`String`) or images (`UIImage`) of the segments.
  public convenience init(items: [Any]?) {
    self.init(frame: .zero)
    for item in items ?? [] {
      switch item {
      case let title as String: segments.append(Segment(title: title))
      case let image as UIImage: segments.append(Segment(image: image))
      default:
        Misuse.trap("A UISegmentedControl cannot have a \(type(of: item)) as an item: use a String or a UIImage.")
      }
    }
  }

  /// Makes a control whose segments have the titles and images of actions. Selecting a segment performs its action.
  public convenience init(frame: CGRect, actions: [UIAction]) {
    self.init(frame: frame)
    segments = actions.map { Segment(title: $0.title, image: $0.image, action: $0) }
  }

  // MARK: - Segments

  public final var numberOfSegments: Int { segments.count }

  /// The index of the selected segment; `noSegment` if there is none. Default: `noSegment`. An index out of range is
  /// reported as a misuse and ignored.
  public final var selectedSegmentIndex: Int {
    get { selectedIndex }
    set {
      guard newValue == Self.noSegment || segments.indices.contains(newValue) else {
        return reportMissingSegment(at: newValue)
      }
      selectedIndex = newValue
    }
  }

  /// Whether a segment is selected only during its tap, like a button. Default: false.
  public final var isMomentary = false {
    didSet {
      guard isMomentary != oldValue else { return }
      if isMomentary { selectedIndex = Self.noSegment }
      setNeedsRender()
    }
  }

  /// Whether each segment is as wide as its content. Default: false, all have the same width.
  @Rendered public final var apportionsSegmentWidthsByContent = false

  @Rendered public final var selectedSegmentTintColor: UIColor?

  /// Sets the font and colour of titles, for the states `.normal` and `.selected`. The font of `.normal` is used for
  /// both.
  public final func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    titleAttributes[state] = attributes
    setNeedsRender()
  }

  public final func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    titleAttributes[state]
  }

  private var titleAttributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

  /// Sets an image that is stretched over segments, for the states `.normal` and `.selected`. Other states, and metrics
  /// other than the default, are not shown.
  public final func setBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) { if barMetrics == .default { self[\Background.images][state] = backgroundImage } }

  public final func backgroundImage(for state: UIControl.State, barMetrics: UIBarMetrics) -> UIImage? {
    barMetrics == .default ? self[\Background.images][state] : nil
  }

  private struct Background: RarePropertyGroup {
    var images: [UIControl.State: UIImage] = [:]
  }

  public final func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    insert(Segment(title: title), at: segment)
  }

  public final func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
    insert(Segment(image: image), at: segment)
  }

  public final func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
    insert(Segment(title: action.title, image: action.image, action: action), at: segment)
  }

  /// Inserts a segment. As in UIKit, an index beyond the end means the end.
  private func insert(_ segment: Segment, at index: Int) {
    let index = min(max(index, 0), segments.count)
    segments.insert(segment, at: index)
    if selectedIndex >= index { selectedIndex += 1 }
    setNeedsRender()
  }

  public final func removeSegment(at segment: Int, animated: Bool) {
    guard !segments.isEmpty else { return }
    let index = min(max(segment, 0), segments.count - 1)
    segments.remove(at: index)
    if selectedIndex == index { selectedIndex = Self.noSegment } else if selectedIndex > index { selectedIndex -= 1 }
    setNeedsRender()
  }

  public final func removeAllSegments() {
    segments = []
    selectedIndex = Self.noSegment
    setNeedsRender()
  }

  public final func setTitle(_ title: String?, forSegmentAt segment: Int) {
    change(segment) {
      $0.title = title
      $0.image = nil
    }
  }

  public final func titleForSegment(at segment: Int) -> String? { self[segment]?.title }

  public final func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
    change(segment) {
      $0.image = image
      $0.title = nil
    }
  }

  public final func imageForSegment(at segment: Int) -> UIImage? { self[segment]?.image }

  public final func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
    change(segment) { $0.isEnabled = enabled }
  }

  public final func isEnabledForSegment(at segment: Int) -> Bool { self[segment]?.isEnabled ?? false }

  public final func setAction(_ action: UIAction, forSegmentAt segment: Int) {
    change(segment) { $0 = Segment(title: action.title, image: action.image, action: action, isEnabled: $0.isEnabled) }
  }

  public final func actionForSegment(at segment: Int) -> UIAction? { self[segment]?.action }

  /// Returns the index of the segment with an action; `noSegment` if there is none.
  public final func segmentIndex(identifiedBy identifier: UIAction.Identifier) -> Int {
    segments.firstIndex { $0.action?.identifier == identifier } ?? Self.noSegment
  }

  private subscript(_ index: Int) -> Segment? {
    guard segments.indices.contains(index) else {
      reportMissingSegment(at: index)
      return nil
    }
    return segments[index]
  }

  private func change(_ index: Int, _ body: (inout Segment) -> Void) {
    guard segments.indices.contains(index) else { return reportMissingSegment(at: index) }
    body(&segments[index])
    setNeedsRender()
  }

  private func reportMissingSegment(at index: Int) {
    Misuse.report(
      "A call with segment \(index) does nothing, because \(nameInCode) has only \(segments.count) segments: insert the "
        + "segment first.")
  }

  // MARK: - Size

  override package var hasContentSize: Bool { true }
  override final var isAsWideAsColumn: Bool { true }

  override package func contentSize(width: CGFloat) -> CGSize? {
    let widths = segments.map(contentWidth)
    let all = apportionsSegmentWidthsByContent ? widths.reduce(0, +) : (widths.max() ?? 0) * CGFloat(widths.count)
    return CGSize(width: all + CGFloat(max(widths.count - 1, 0)), height: 32)  // lines of 1 point between segments
  }

  /// The width of a segment with its content and the room beside it.
  private func contentWidth(_ segment: Segment) -> CGFloat {
    let font = titleAttributes[.normal]?[.font] as? UIFont ?? .systemFont(ofSize: 13, weight: .medium)
    let content = segment.image?.size.width ?? MeasuredText(segment.title ?? "", font: font).size(lines: 1).width
    return segment.fixedWidth > 0 ? segment.fixedWidth : content.rounded(.up) + 20
  }

  /// Sets the width of a segment in points; 0 means that of its content. Used for the size of the control.
  public final func setWidth(_ width: CGFloat, forSegmentAt segment: Int) { change(segment) { $0.fixedWidth = width } }

  public final func widthForSegment(at segment: Int) -> CGFloat { self[segment]?.fixedWidth ?? 0 }

  // MARK: - Input

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard let index = Int(part), String(index) == part, segments.indices.contains(index) else {
      return gestureTarget(ofPart: part)
    }
    return TapTarget(refusal: segments[index].isEnabled ? refusal : .disabled) { self.select(index) }
  }

  private func select(_ index: Int) {
    guard isMomentary || index != selectedIndex else { return }
    let action = segments[index].action
    selectedSegmentIndex = index
    if let action { action.handler(action) }
    sendActions(for: [.valueChanged, .primaryActionTriggered, .touchUpInside])
    if isMomentary { selectedSegmentIndex = Self.noSegment }
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderAttributes(into html: HTMLRenderer) {
    html.write(isMomentary ? " role=\"group\"" : " role=\"radiogroup\"")
    html.writeName(of: self)
    html.writeHint(of: self)
    if apportionsSegmentWidthsByContent { html.write(" data-widths=\"content\"") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    for (index, segment) in segments.enumerated() { write(segment, at: index, into: html) }
    super.renderContent(into: html)
  }

  private func write(_ segment: Segment, at index: Int, into html: HTMLRenderer) {
    let isSelected = index == selectedIndex
    let label = segment.image == nil ? nil : segment.title ?? localized(.partSegment(index + 1))
    html.writeButton(
      tapping: String(index), of: self, cssClass: "segment", label: label, isEnabled: isEnabled && segment.isEnabled
    ) {
      if !isMomentary {
        html.write(isSelected ? " role=\"radio\" aria-checked=\"true\"" : " role=\"radio\" aria-checked=\"false\"")
      }
    } content: {
      if let image = segment.image {
        html.write(image: image)
      } else {
        html.writeSpan(segment.title ?? "")
      }
    }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let font = titleAttributes[.normal]?[.font] as? UIFont { css += font.css }
    for (state, name) in [(UIControl.State.normal, "--title"), (.selected, "--selected-title")] {
      guard let color = titleAttributes[state]?[.foregroundColor] as? UIColor else { continue }
      css += "\(name):\(color.css);"
    }
    let images = self[\Background.images]
    if !images.isEmpty { css += "background:none;--selected:transparent;" }
    if let image = images[.normal] { css += "--segment-image:\(image.cssURL);" }
    if let image = images[.selected] { css += "--selected-image:\(image.cssURL);" }
    if let selectedSegmentTintColor { css.declare("--selected", selectedSegmentTintColor.css) }
  }
}

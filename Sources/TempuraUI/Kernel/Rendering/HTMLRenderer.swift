internal import Basics
internal import Foundation
package import HTML

/// Renders a tree of views as HTML, and copies the markup of unchanged views from the last rendering.
///
/// The renderer calls `renderHTML(into:)` of each view that changed. The view writes its element by the methods of the
/// renderer.
public final class HTMLRenderer {
  // The markup that is being written.
  //
  // As in views, accesses are not checked for overlaps, because a page makes thousands of small ones.
  @exclusivity(unchecked) var buffer = HTMLBuffer(capacity: 0)

  /// The markup of the last rendering.
  @exclusivity(unchecked) package private(set) var markup = Markup()

  @exclusivity(unchecked) package private(set) var styles = StyleSheet()

  /// The templates for the content of views, by class name.
  let templates: [String: Template]

  // The innermost view that is being rendered, the offset of its markup, and the offset of its markup in the last rendering;
  // nil if that one is outdated. Safe because those who render a view retain it meanwhile.
  @exclusivity(unchecked) unowned(unsafe) var currentView: UIView?
  @exclusivity(unchecked) var currentStart = 0
  @exclusivity(unchecked) private var currentPreviousStart: Int? = 0

  // The CSS of the view that was rendered last. Its memory is used again.
  @exclusivity(unchecked) var declarations = CSSText()

  // What this rendering knows about the names of views.
  @exclusivity(unchecked) var naming = PathNaming()

  // Whether the current view contains something that has to be rendered anew for each page.
  @exclusivity(unchecked) var changesUnnoticed = false

  // The offset after the element of the current view, if the element is at the beginning of its markup; else -1.
  @exclusivity(unchecked) var elementEnd = -1

  // What is rendered anew, while changes are recorded.
  @exclusivity(unchecked) private var isRecording = false
  @exclusivity(unchecked) private var recorder = MarkupRecorder()

  // Whether two elements of the last rendering have the same id; nil if that is not known.
  private var sharesIDs: Bool?

  // The bytes of the style rules at the last rendering.
  private var styleSize = 0

  // The views whose element is an `h1`.
  var topHeadings: [ObjectIdentifier: TopHeading] = [:]

  struct TopHeading {
    @WeakReference var view: UIView?
  }

  // The root of the last rendering. The offsets of its subtree are offsets in `markup`.
  @WeakReference private var renderedRoot: UIView?

  private let limits: PageLimits

  // The number of views that this rendering wrote anew.
  @exclusivity(unchecked) private var newViews = 0
  // The number of views on the page at most: those that have gone may still count.
  private var maxViews = 0
  // Whether one of the limits is reached.
  @exclusivity(unchecked) private var isFull = false

  /// What is too much on the page; nil if it is within its limits. If it is not, there is no markup.
  package private(set) var excess: PageLimitError?

  package init(templates: [String: Template] = [:], limits: PageLimits = .none) {
    self.templates = templates
    self.limits = limits
  }

  // MARK: - Rendering a tree

  /// Updates the markup to the present state of a tree.
  ///
  /// - Parameter recording: Whether to write the patch that leads from the last rendering to the new one.
  @discardableResult
  package func update(_ root: UIView, recording: Bool = false) -> MarkupChange {
    if root !== renderedRoot { root.renderedLength = 0 }
    renderedRoot = root
    guard root.viewFlags.contains(.subtreeNeedsRender) || root.renderedLength == 0 else { return .unchanged }
    // Removes the rules that no view uses any more.
    if hasOldStyles {
      styles = StyleSheet()
      root.renderedLength = 0
    }
    let isAnew = root.renderedLength == 0
    isRecording = recording && !isAnew
    if isAnew { sharesIDs = nil }
    if isRecording, sharesIDs == nil { sharesIDs = markup.bytes.sharesIDs }
    if isRecording { recorder = MarkupRecorder(capacity: 2000) }
    // Also after a page that is too large: its regions are none of the next page's.
    defer {
      isRecording = false
      recorder = MarkupRecorder()
    }
    buffer = HTMLBuffer(capacity: isAnew ? 4096 : markup.count + 256)
    currentView = nil
    (newViews, isFull) = (0, false)
    renderChanges(of: root, isAnew ? nil : 0..<markup.count)
    root.renderedLength = 1
    let previous = markup
    var written = HTMLBuffer(capacity: 0)
    swap(&written, &buffer)
    written.trim()
    markup = Markup(written)
    naming = PathNaming()
    maxViews = isAnew ? newViews : maxViews + newViews
    excess = excess(of: root, bytes: markup.count + styles.bytes.count)
    guard excess == nil else {
      forget()
      return .unrecorded
    }
    if !topHeadings.isEmpty { topHeadings = topHeadings.filter { $0.value.view?.isDescendant(of: root) == true } }
    #if DEBUG
      root.checkIdentifiers()
    #endif
    if isAnew { freshStyles = styles.count }
    defer { styleSize = styles.bytes.count }
    return isAnew ? .renewed : change(since: previous)
  }

  private func excess(of root: UIView, bytes: Int) -> PageLimitError? {
    if bytes > limits.bytes { return .bytes(bytes, limit: limits.bytes) }
    if isFull {
      return newViews > limits.views
        ? .views(max(root.viewCount, newViews), limit: limits.views) : .bytes(bytes, limit: limits.bytes)
    }
    // A view that earlier renderings wrote again was counted again.
    if maxViews > limits.views { maxViews = root.viewCount }
    return maxViews > limits.views ? .views(maxViews, limit: limits.views) : nil
  }

  /// Returns what the last rendering changed.
  private func change(since previous: Markup) -> MarkupChange {
    guard isRecording, recorder.isComplete else {
      if styles.bytes.count == styleSize, markup.isEqual(to: previous) { return .unchanged }
      sharesIDs = nil
      return .unrecorded
    }
    let patch = Patch(markup: recorder.patch, rules: Array(styles.bytes[styleSize...]))
    if patch.size == 0 { return .unchanged }
    let sharedIDs = sharesIDs
    if !recorder.keepsIDs { sharesIDs = markup.bytes.sharesIDs }
    return sharedIDs == true || sharesIDs == true ? .unrecorded : .recorded(patch)
  }

  /// Frees the markup of the last rendering. The next one renders all views.
  package func forget() {
    markup = Markup()
    sharesIDs = nil
    styles = StyleSheet()
    renderedRoot = nil
  }

  /// Renders all views of a tree that `update` rendered, also those that are not marked as changed.
  ///
  /// - Returns: The markup before and after that, if they differ: a view changed without being marked.
  package func renderAll(_ root: UIView) -> (page: String, new: String)? {
    guard root === renderedRoot, !hasOldStyles else { return nil }
    let page = markup.string
    root.renderedLength = 0
    update(root)
    let new = markup.string
    return new == page ? nil : (page, new)
  }

  /// Whether a view of the last rendering is a heading of level 1.
  package var hasTopHeading: Bool { topHeadings.values.contains { $0.view?.htmlTag.isTopHeading == true } }

  private static let maximumStyles = 2000

  // The number of rules when all views were rendered last.
  private var freshStyles = 0

  // A list with frames has a rule for each row.
  private var hasOldStyles: Bool { styles.count > max(Self.maximumStyles, 2 * freshStyles) }

  /// Writes the markup of a subview. If nothing in it changed, its markup is copied from the last rendering.
  ///
  /// A view may render its subviews in any order, or only some of them. It may also render a view that is not one of its
  /// subviews; such a view is rendered anew for each page.
  public func render(_ view: UIView) {
    renderMarkup(of: view)
    if let currentView, currentView.viewFlags.contains(.hasSublayers) { writeLayers(inFrontOf: view, in: currentView) }
  }

  private func renderMarkup(of view: UIView) {
    if isFull { return }
    let start = buffer.count
    let isForeign = currentView.map { view.superview !== $0 } ?? false
    let isRepeated = view.viewFlags.contains(.isRendered)
    if isForeign || isRepeated { currentView?.viewFlags.insert(.isUnordered) }
    let hasPrevious = view.renderedLength > 0 && !isForeign && !isRepeated
    let previousStart = hasPrevious ? currentPreviousStart.map { $0 + Int(view.renderedOffset) } : nil
    var isSame = false
    var staysMarked = isForeign
    if let previousStart, !view.viewFlags.contains(.subtreeNeedsRender) {
      copyPrevious(from: previousStart, count: Int(view.renderedLength))
      isSame = true
    } else {
      let old = previousStart.map { $0..<$0 + Int(view.renderedLength) }
      let rendered = renderChanges(of: view, old)
      (isSame, staysMarked) = (rendered.isSame, rendered.staysMarked || isForeign)
    }
    if staysMarked { changesUnnoticed = true }
    if isForeign {
      // Offsets are relative to the superview, which did not render this view here.
      view.renderedLength = 0
      view.setNeedsRender()
    } else {
      if currentView != nil { view.viewFlags.insert(.isRendered) }
      view.renderedOffset = Int32(truncatingIfNeeded: start - currentStart)
      view.renderedLength = Int32(truncatingIfNeeded: buffer.count - start)
    }
    if isSame, recorder.isInRegion, let previousStart {
      recorder.addCopy(of: view, from: previousStart, to: start, in: buffer.bytes)
    }
  }

  /// Renders a view that changed, or a part of which changed.
  ///
  /// - Parameter old: The view's markup in the last rendering; nil if it is outdated.
  /// - Returns: Whether the view was rendered anew and is as before, and whether it may change unnoticed.
  @discardableResult
  private func renderChanges(of view: UIView, _ old: Range<Int>?) -> (isSame: Bool, staysMarked: Bool) {
    let start = buffer.count
    let outer = (currentView, currentStart, currentPreviousStart, changesUnnoticed, elementEnd)
    (currentView, currentStart, currentPreviousStart, changesUnnoticed, elementEnd) = (
      view, start, old?.lowerBound, false, -1
    )
    let isAnew = old == nil || !view.canBePatched
    view.viewFlags.remove(.needsRender)
    let wasElement = view.viewFlags.contains(.isElement)
    let mark = isRecording ? recorder.begin(isAnew: isAnew, at: start) : nil
    if let old, !isAnew { patch(view, old) } else { renderAnew(view) }
    let staysMarked = changesUnnoticed
    (currentView, currentStart, currentPreviousStart, changesUnnoticed, elementEnd) = outer
    view.viewFlags.subtract([.needsRender, .subtreeNeedsRender])
    if staysMarked { view.viewFlags.insert(.subtreeNeedsRender) }
    guard let mark else { return (false, staysMarked) }
    let isElement = wasElement && view.viewFlags.contains(.isElement)
    let isSame = recorder.end(
      since: mark, isAnew: isAnew, old: isElement ? old : nil, in: markup.bytes, new: start..<buffer.count,
      in: buffer.bytes)
    return (isSame, staysMarked)
  }

  private func renderAnew(_ view: UIView) {
    newViews += 1
    isFull = newViews > limits.views || buffer.count > limits.bytes
    if isFull { return }
    view.viewFlags.subtract([.isUnordered, .isElement])
    view.resolvePathName(&naming)
    view.recordDrawing()
    view.renderHTML(into: self)
    if elementEnd == buffer.count { view.viewFlags.insert(.isElement) }
    view.didRender()
    view.checkOrderOfSubviews()
  }

  /// Copies the markup of a view from the last rendering, except for the subviews that changed, which are rendered.
  private func patch(_ view: UIView, _ old: Range<Int>) {
    var copied = old.lowerBound
    var shift = buffer.count - copied
    for subview in view.subviews where subview.renderedLength > 0 {
      let subviewStart = old.lowerBound + Int(subview.renderedOffset)
      let subviewEnd = subviewStart + Int(subview.renderedLength)
      guard subview.viewFlags.contains(.subtreeNeedsRender) else {
        if recorder.isInRegion {
          copyPrevious(from: copied, count: subviewEnd - copied)
          copied = subviewEnd
          recorder.addCopy(of: subview, from: subviewStart, to: subviewStart + shift, in: buffer.bytes)
        }
        subview.renderedOffset += Int32(truncatingIfNeeded: shift - (currentStart - old.lowerBound))
        continue
      }
      copyPrevious(from: copied, count: subviewStart - copied)
      renderMarkup(of: subview)
      subview.viewFlags.remove(.isRendered)
      copied = subviewEnd
      shift = buffer.count - subviewEnd
    }
    copyPrevious(from: copied, count: old.upperBound - copied)
  }

  private func copyPrevious(from start: Int, count: Int) {
    guard count > 0 else { return }
    buffer.append(bytes: UnsafeRawBufferPointer(rebasing: markup.bytes[start..<start + count]))
  }
}

extension UIView {
  /// Whether the markup of the view itself is unchanged and contains all subviews in their order.
  fileprivate var canBePatched: Bool {
    viewFlags.isDisjoint(with: [.needsRender, .isUnordered])
      && !subviews.contains { $0.renderedLength == 0 && $0.viewFlags.contains(.subtreeNeedsRender) }
  }

  /// Notes whether the view's markup, which was just written, contains the subviews in their order.
  fileprivate func checkOrderOfSubviews() {
    var end: Int32 = 0
    for view in subviews {
      if view.viewFlags.contains(.isRendered) {
        view.viewFlags.remove(.isRendered)
        if view.renderedOffset < end { viewFlags.insert(.isUnordered) }
        end = view.renderedOffset + view.renderedLength
      } else {
        view.renderedLength = 0  // it is not in the markup any more
      }
    }
  }
}

extension UIView {
  /// The number of views in the subtree, this one included.
  final var viewCount: Int { subviews.reduce(1) { $0 + $1.viewCount } }
}

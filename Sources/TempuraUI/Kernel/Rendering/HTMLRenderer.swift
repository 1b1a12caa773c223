internal import Basics
internal import Foundation
package import HTML

/// Renders a tree of views as HTML, and copies the markup of unchanged views from the last rendering.
///
/// The renderer calls `renderHTML(into:)` of each view that changed. The view writes its element by the methods of the
/// renderer.
public final class HTMLRenderer {
  // The markup that is being written, and its gaps. A view with markup of its own is written at the end, and then moved into its
  // piece.
  //
  // As in views, accesses are not checked for overlaps, because a page makes thousands of small ones.
  @exclusivity(unchecked) var buffer = HTMLBuffer(capacity: 0)
  @exclusivity(unchecked) private var gaps: [MarkupPiece.Gap] = []

  // The piece of the root, and the old piece of the view that is being rendered; nil if it is outdated.
  @exclusivity(unchecked) private var page: MarkupPiece?
  @exclusivity(unchecked) private var previous: MarkupPiece?

  // How many pieces this rendering changed, and how many bytes it moved into pieces, which count for the limit.
  @exclusivity(unchecked) private var changedPieces = 0
  @exclusivity(unchecked) private var writtenBytes = 0

  /// The markup of the last rendering.
  @exclusivity(unchecked) package private(set) var markup = Markup()

  @exclusivity(unchecked) package private(set) var styles = StyleSheet()

  /// The templates for the content of views, by class name.
  let templates: [String: Template]

  // The innermost view that is being rendered, the offset of its markup, and the offset of its markup in `previous`; nil if
  // that one is outdated. Safe because those who render a view retain it meanwhile.
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
    if isRecording, sharesIDs == nil { sharesIDs = page?.sharesIDs }
    if isRecording { recorder = MarkupRecorder(capacity: 2000) }
    // Also after a page that is too large: its regions are none of the next page's.
    defer {
      isRecording = false
      recorder = MarkupRecorder()
    }
    buffer = HTMLBuffer(capacity: (page?.bytes.count ?? 3072) + 1024)
    currentView = nil
    (newViews, changedPieces, writtenBytes, isFull) = (0, 0, 0, false)
    let page = renderPiece(of: root, isAnew ? nil : self.page).piece
    root.renderedLength = 1
    buffer = HTMLBuffer(capacity: 0)
    naming = PathNaming()
    maxViews = isAnew ? newViews : maxViews + newViews
    excess = excess(of: root, bytes: page.size + styles.bytes.count)
    guard excess == nil else {
      forget()
      return .unrecorded
    }
    self.page = page
    markup = Markup(page)
    if !topHeadings.isEmpty { topHeadings = topHeadings.filter { $0.value.view?.isDescendant(of: root) == true } }
    #if DEBUG
      root.checkIdentifiers()
    #endif
    if isAnew { freshStyles = styles.count }
    defer { styleSize = styles.bytes.count }
    return isAnew ? .renewed : change()
  }

  private func excess(of root: UIView, bytes: Int) -> PageLimitError? {
    if bytes > limits.bytes { return .bytes(bytes, limit: limits.bytes) }
    if isFull {
      // The bytes of this rendering include those of pieces, and a byte for each gap.
      return newViews > limits.views
        ? .views(max(root.viewCount, newViews), limit: limits.views) : .bytes(bytes, limit: limits.bytes)
    }
    // A view that earlier renderings wrote again was counted again.
    if maxViews > limits.views { maxViews = root.viewCount }
    return maxViews > limits.views ? .views(maxViews, limit: limits.views) : nil
  }

  /// Returns what the last rendering changed.
  private func change() -> MarkupChange {
    guard changedPieces > 0 || styles.bytes.count > styleSize else { return .unchanged }
    guard isRecording, recorder.isComplete else {
      sharesIDs = nil
      return .unrecorded
    }
    let sharedIDs = sharesIDs
    if !recorder.keepsIDs { sharesIDs = page?.sharesIDs }
    if sharedIDs == true || sharesIDs == true { return .unrecorded }
    let patch = Patch(markup: recorder.patch, rules: Array(styles.bytes[styleSize...]))
    return patch.size == 0 ? .unchanged : .recorded(patch)
  }

  /// Frees the markup of the last rendering. The next one renders all views.
  package func forget() {
    page = nil
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
    } else if view.hasOwnMarkup, !isForeign, !isRepeated {
      let rendered = renderPiece(of: view, previousStart.flatMap { previous?.piece(at: $0) })
      (isSame, staysMarked) = (rendered.isSame, rendered.staysMarked)
      addGap(rendered.piece)
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
      if staysMarked { currentView?.noteMarked(view) }
    }
    if isSame, recorder.isInRegion, let previousStart { addCopy(of: view, from: previousStart, to: start) }
  }

  private func addCopy(of view: UIView, from previousStart: Int, to start: Int) {
    recorder.addCopy(of: view, from: previousStart, in: previous, to: start, in: part(from: start))
  }

  /// What was written from an offset on.
  private func part(from start: Int) -> MarkupPart {
    MarkupPart(bytes: buffer.bytes, gaps: gaps, range: start..<buffer.count)
  }

  /// Leaves a gap for a piece.
  private func addGap(_ piece: MarkupPiece) {
    gaps.append(MarkupPiece.Gap(offset: buffer.count, piece: piece))
    buffer.append(" ")
  }

  /// Renders a view that has markup of its own.
  ///
  /// - Parameter old: The markup of the last rendering; nil if it is outdated.
  private func renderPiece(
    of view: UIView, _ old: MarkupPiece?
  ) -> (piece: MarkupPiece, isSame: Bool, staysMarked: Bool) {
    let (start, firstGap, outer) = (buffer.count, gaps.count, previous)
    if recorder.isInRegion { recorder.switchPiece(part(from: start)) }
    previous = old
    let (isSame, staysMarked, isInPlace) = renderChanges(of: view, old.map { 0..<$0.bytes.count })
    previous = outer
    if isInPlace, let old { return (old, isSame, staysMarked) }
    let new = part(from: start)
    if recorder.isInRegion, !isSame {
      recorder.switchPiece(new)
      recorder.compareIDs(old?.whole, new)
      recorder.skipGap(at: start)
    }
    if old?.replace(by: new) != false { changedPieces += 1 }
    let piece = old ?? MarkupPiece(new)
    writtenBytes += buffer.count - start
    buffer.truncate(to: start)
    if gaps.count > firstGap { gaps.removeSubrange(firstGap...) }
    naming.forgetPaths(after: start)
    return (piece, isSame, staysMarked)
  }

  /// Renders a view that changed, or a part of which changed.
  ///
  /// - Parameter old: The view's markup in `previous`; nil if it is outdated.
  /// - Returns: Whether the view was rendered anew and is as before, whether it may change unnoticed, and whether only pieces
  ///   in `previous` changed.
  private func renderChanges(
    of view: UIView, _ old: Range<Int>?
  ) -> (isSame: Bool, staysMarked: Bool, isInPlace: Bool) {
    let start = buffer.count
    let outer = (currentView, currentStart, currentPreviousStart, changesUnnoticed, elementEnd)
    (currentView, currentStart, currentPreviousStart, changesUnnoticed, elementEnd) = (
      view, start, old?.lowerBound, false, -1
    )
    let marked = old == nil ? [] : view.takeMarkedSubviews()
    let isAnew = old == nil || !view.canBePatched(marked)
    view.viewFlags.remove(.needsRender)
    let (wasElement, before) = (view.viewFlags.contains(.isElement), changedPieces)
    var isInPlace = false
    let mark = isRecording ? recorder.begin(isAnew: isAnew, at: start) : nil
    if isAnew {
      renderAnew(view)
    } else if let old {
      isInPlace = !marked.isEmpty && patchPieces(marked)
      if !isInPlace { patch(view, old) }
    }
    let staysMarked = changesUnnoticed
    (currentView, currentStart, currentPreviousStart, changesUnnoticed, elementEnd) = outer
    view.viewFlags.subtract([.needsRender, .subtreeNeedsRender])
    if staysMarked { view.viewFlags.insert(.subtreeNeedsRender) }
    guard let mark else { return (false, staysMarked, isInPlace) }
    let isElement = wasElement && view.viewFlags.contains(.isElement)
    let last = old.flatMap { old in
      isElement ? previous.map { MarkupPart(bytes: $0.bytes, gaps: $0.gaps, range: old) } : nil
    }
    let isSame = recorder.end(
      since: mark, isAnew: isAnew, old: last, new: isInPlace ? previous?.whole ?? part(from: start) : part(from: start),
      isInsideChanged: changedPieces > before)
    return (isSame, staysMarked, isInPlace)
  }

  private func renderAnew(_ view: UIView) {
    newViews += 1
    isFull = newViews > limits.views || buffer.count + writtenBytes > limits.bytes
    if isFull { return }
    view.viewFlags.subtract([.isUnordered, .isElement])
    view.resolvePathName(&naming)
    view.recordDrawing()
    view.renderHTML(into: self)
    if elementEnd == buffer.count { view.viewFlags.insert(.isElement) }
    view.didRender()
    view.checkOrderOfSubviews()
  }

  /// Renders the subviews that changed, if each has markup of its own: that of the view is as before.
  private func patchPieces(_ marked: [UIView]) -> Bool {
    guard !recorder.isInRegion, let previous, marked.allSatisfy(\.hasOwnMarkup) else { return false }
    #if DEBUG
      currentView?.checkMarks(marked)
    #endif
    let (start, firstGap) = (buffer.count, gaps.count)
    for view in marked where view.viewFlags.contains(.subtreeNeedsRender) {
      let offset = view.renderedOffset
      guard let piece = previous.piece(at: Int(offset)) else {
        assertionFailure("\(view) is marked, and has no piece.")
        continue
      }
      let size = piece.size
      renderMarkup(of: view)
      previous.size += piece.size - size
      view.viewFlags.remove(.isRendered)
      view.renderedOffset = offset
    }
    buffer.truncate(to: start)
    gaps.removeSubrange(firstGap...)
    return true
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
          addCopy(of: subview, from: subviewStart, to: subviewStart + shift)
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
    guard count > 0, let previous else { return }
    let part = MarkupPart(bytes: previous.bytes, gaps: previous.gaps, range: start..<start + count)
    let shift = buffer.count - start
    for index in part.gapsInside {
      let gap = part.gaps[index]
      gaps.append(MarkupPiece.Gap(offset: gap.offset + shift, piece: gap.piece))
    }
    buffer.append(bytes: part.span)
  }
}

extension UIView {
  /// Whether the markup of the view itself is unchanged and contains all subviews in their order.
  ///
  /// - Parameter marked: The subviews that are marked; empty if they are not known.
  fileprivate func canBePatched(_ marked: [UIView]) -> Bool {
    viewFlags.isDisjoint(with: [.needsRender, .isUnordered])
      && !(marked.isEmpty ? subviews : marked).contains {
        $0.renderedLength == 0 && $0.viewFlags.contains(.subtreeNeedsRender)
      }
  }

  #if DEBUG
    /// Checks that no other subview is marked.
    fileprivate func checkMarks(_ marked: [UIView]) {
      let marks = Set(marked.map(ObjectIdentifier.init))
      for view in subviews where view.renderedLength > 0 && view.viewFlags.contains(.subtreeNeedsRender) {
        assert(marks.contains(ObjectIdentifier(view)), "\(view) is marked, and the list does not know it.")
      }
    }
  #endif

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

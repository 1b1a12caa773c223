internal import Foundation
internal import TempuraServer

/// A screen that was rendered, and the snapshot to capture of it.
struct SnapshotJob: Sendable {
  /// The name in messages.
  let name: String
  let page: OfflineSite.Page
  let site: OfflineSite
  let appearance: ChromiumTab.Appearance
  let files: SnapshotFiles
  /// The scroll views whose whole content gets its own picture.
  let scrollViews: [ScrollView]
  let overlay: Overlay
  let settings: UITests.Settings
  let tolerance: Tolerance
  let isCompared: Bool

  struct ScrollView: Sendable {
    let id: String
    let files: SnapshotFiles
    /// The least size of the picture: that of the content in points.
    let width, height: Double
  }

  /// Chromium cuts larger pictures off, or does not take them.
  private static let maxPixels = 100_000_000.0

  /// The areas that are drawn over the screen, in points.
  struct Overlay: Sendable {
    /// Top, left, bottom and right.
    var safeArea: [Double] = [0, 0, 0, 0]
    var keyboard = 0.0

    var isEmpty: Bool { keyboard == 0 && safeArea.allSatisfy { $0 == 0 } }
  }

  /// The result.
  struct Capture: Sendable {
    var picture: Data?
    var accessibility: String?
    /// The picture is nil if the content is empty, as on iOS.
    var scrollViews: [(files: SnapshotFiles, picture: Data?)] = []
  }

  /// Captures the snapshot in a tab of the browser.
  func capture(in tab: ChromiumTab) throws -> Capture {
    try tab.setAppearance(appearance)
    try tab.open(page, of: site)
    var capture = Capture()
    if settings.parts.contains(.accessibility) {
      capture.accessibility = try tab.call("Accessibility.getFullAXTree", as: AccessibilityTree.self).lines
    }
    guard settings.parts.contains(.picture) else { return capture }
    if !overlay.isEmpty { _ = try tab.evaluate(overlayScript, as: Bool.self) }
    capture.picture = try tab.screenshot()
    for view in scrollViews {
      let clip = try tab.evaluate(Self.unfoldScript(view), as: ChromiumTab.Clip.self)
      let isEmpty = clip.map { $0.width < 1 || $0.height < 1 } ?? true
      if let clip, clip.width * clip.height * appearance.scale * appearance.scale > Self.maxPixels {
        throw ChromiumError.tooLarge(width: clip.width, height: clip.height, scale: appearance.scale)
      }
      capture.scrollViews.append((view.files, isEmpty ? nil : try tab.screenshot(of: clip)))
    }
    return capture
  }

  /// Draws the safe area in black at 60 %, as on iOS, and the keyboard in grey.
  private var overlayScript: String {
    let areas = zip(
      [
        "inset: 0 0 auto 0; height", "inset: 0 auto 0 0; width", "inset: auto 0 0 0; height",
        "inset: 0 0 0 auto; width",
      ],
      overlay.safeArea
    ).filter { $0.1 > 0 }.map { "\($0.0): \($0.1)px; background: rgb(0 0 0 / 60%)" }
    let keyboard = overlay.keyboard > 0 ? ["inset: auto 0 0 0; height: \(overlay.keyboard)px; background: #aaaaaa"] : []
    let styles = (areas + keyboard).map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      [\(styles)].forEach(style => {
        const area = document.createElement("div");
        area.style.cssText = style + "; position: fixed; z-index: 2147483647";
        area.className = "overlay-of-test";
        document.body.append(area);
      }) ?? true
      """
  }

  /// Makes a scroll view as large as its content and removes the overlay. The script's value is the view's frame.
  private static func unfoldScript(_ view: ScrollView) -> String {
    let name = String(decoding: (try? JSONEncoder().encode(view.id)) ?? Data(), as: UTF8.self)
    return """
      (() => {
        for (const area of document.querySelectorAll(".overlay-of-test")) area.remove();
        // Undo the changes for another scroll view.
        for (const [element, style] of globalThis.foldedByTest ?? []) element.style.cssText = style;
        globalThis.foldedByTest = [];
        const change = (element, style) => {
          globalThis.foldedByTest.push([element, element.style.cssText]);
          Object.assign(element.style, style);
        };
        const view = document.getElementById(\(name));
        if (!view) return null;
        const width = Math.max(view.offsetWidth, view.scrollWidth, \(view.width)), height = Math.max(view.offsetHeight, view.scrollHeight, \(view.height));
        change(view, { width: width + "px", height: height + "px", maxWidth: "none", maxHeight: "none",
          minWidth: width + "px", minHeight: height + "px", overflow: "visible" });
        for (let parent = view.parentElement; parent; parent = parent.parentElement) {
          change(parent, { overflow: "visible", maxHeight: "none", height: "auto" });
        }
        const box = view.getBoundingClientRect();
        return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
      })()
      """
  }
}

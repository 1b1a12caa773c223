internal import Foundation
internal import TempuraServer

/// A screen that is ready to have its picture taken: nothing of it is needed any more but its page.
struct Shot: Sendable {
  /// What it is called in messages.
  let name: String
  let page: OfflineSite.Page
  let site: OfflineSite
  let appearance: ChromiumTab.Appearance
  let files: SnapshotFiles
  /// The elements whose whole content gets a picture of its own, by their ids.
  let scrollViews: [ScrollView]
  let overlay: Overlay
  let settings: UITests.Settings
  let tolerance: Tolerance
  let isCompared: Bool

  struct ScrollView: Sendable {
    let id: String
    let files: SnapshotFiles
    /// As much as its content is known to have, in points.
    let width, height: Double
  }

  /// Larger pictures come out without their ends, or not at all.
  private static let mostPixels = 100_000_000.0

  /// What is drawn over the screen, in points.
  struct Overlay: Sendable {
    /// Top, left, bottom and right.
    var safeArea: [Double] = [0, 0, 0, 0]
    var keyboard = 0.0

    var isEmpty: Bool { keyboard == 0 && safeArea.allSatisfy { $0 == 0 } }
  }

  /// What a picture, and what is read beside it, comes to.
  struct Development: Sendable {
    var picture: Data?
    var accessibility: String?
    /// Without a picture where there is nothing to be seen, as on iOS.
    var scrollViews: [(files: SnapshotFiles, picture: Data?)] = []
  }

  /// Shows the page to a browser.
  func develop(in tab: ChromiumTab) throws -> Development {
    let (page, site) = (page, site)
    try tab.serve { url in
      if url.host == Self.host {
        if url.path == "/" { return ChromiumTab.LoadedFile(headers: page.headers, body: page.body) }
        if let file = site.file(at: String(url.path.dropFirst())) {
          return ChromiumTab.LoadedFile(headers: ["Content-Type": file.mediaType], body: file.body)
        }
      }
      // What a page refers to besides is among the files of the tests, or nowhere.
      return LocalFiles.url(for: url).flatMap { FileManager.default.contents(atPath: $0.path) }
        .map { ChromiumTab.LoadedFile(body: $0) }
    }
    try tab.adopt(appearance)
    try tab.open("http://\(Self.host)/")
    var development = Development()
    if settings.parts.contains(.accessibility) {
      development.accessibility = try tab.call("Accessibility.getFullAXTree", as: AccessibilityTree.self).lines
    }
    guard settings.parts.contains(.picture) else { return development }
    if !overlay.isEmpty { _ = try tab.evaluate(overlayScript, as: Bool.self) }
    development.picture = try tab.picture()
    for view in scrollViews {
      let clip = try tab.evaluate(Self.unfolding(view), as: ChromiumTab.Clip.self)
      let isEmpty = clip.map { $0.width < 1 || $0.height < 1 } ?? true
      if let clip, clip.width * clip.height * appearance.scale * appearance.scale > Self.mostPixels {
        throw ChromiumError.tooLarge(width: clip.width, height: clip.height, scale: appearance.scale)
      }
      development.scrollViews.append((view.files, isEmpty ? nil : try tab.picture(of: clip)))
    }
    return development
  }

  /// Nothing is ever asked of the network, so that any name will do.
  private static let host = "app.test"

  /// Black at 60 % for the safe area, as on iOS, and grey for the keyboard.
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

  /// Has a scroll view be as large as its content, without what is drawn over the screen; comes to where it is then.
  private static func unfolding(_ view: ScrollView) -> String {
    let name = String(decoding: (try? JSONEncoder().encode(view.id)) ?? Data(), as: UTF8.self)
    return """
      (() => {
        for (const area of document.querySelectorAll(".overlay-of-test")) area.remove();
        // As it was before another one was unfolded.
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

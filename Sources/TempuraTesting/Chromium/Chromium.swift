internal import Dispatch
internal import Foundation
internal import Glibc
internal import Basics

/// A headless Chromium, controlled over its DevTools pipe (`--remote-debugging-pipe`). All tests of a process share
/// one.
package final class Chromium: Sendable {
  private let connection: DevTools

  private init(program: String) throws {
    let errors = ChromiumFolder.path + "/chromium.log"
    let scale = Self.scale.withLock { $0 }
    connection = try DevTools(
      program: program, arguments: Self.flags + ["--force-device-scale-factor=\(scale)"],
      environment: try Self.environment(), errors: errors)
    do throws(ChromiumError) { try connection.call("Browser.getVersion") } catch {
      guard error == .ended else { throw error }
      let output = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      throw ChromiumError.startFailed(program: program, output: String(output.suffix(500)))
    }
  }

  /// A page must have the same pixels on every machine. So the browser uses no graphics card, no colour profile of a
  /// screen, no code for one processor, no font hinting and no fractions of pixels for glyphs.
  private static let flags =
    [
      "--headless", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars", "--mute-audio", "--no-first-run",
      "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
      "--disable-breakpad", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--font-render-hinting=none",
      "--disable-lcd-text", "--disable-font-subpixel-positioning", "--disable-skia-runtime-opts",
      "--disable-partial-raster", "--disable-features=Translate,PaintHolding,MediaRouter,OptimizationHints",
      "--user-data-dir=\(ChromiumFolder.path)/chromium",
    ]
    // Chromium's sandbox does not start as root.
    + (geteuid() == 0 ? ["--no-sandbox"] : [])

  private static func environment() throws -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["FONTCONFIG_FILE"] = try Fonts.configuration(in: ChromiumFolder.path)
    return environment
  }

  // MARK: - The shared browser

  private static let current = Locked<Chromium?>(nil)
  private static let scale = Locked(1.0)

  /// Ends the browser. The next one has a screen with so many pixels per point, and draws the edges of boxes at these, as on
  /// a device. By default it draws them at whole points, also if a tab has another scale.
  package static func restart(scale: Double) {
    endShared()
    self.scale.withLock { $0 = scale }
  }

  /// The browser of this process. It starts on the first call, and again if it has ended.
  ///
  /// - Throws: `ChromiumError` if the browser or its fonts are not installed, or if it does not start.
  package static func shared() throws -> Chromium {
    try current.withLock { current in
      if let running = current, running.connection.isOpen { return running }
      guard let program else { throw ChromiumError.missing(searched: candidates) }
      let started = try Chromium(program: program)
      current = started
      return started
    }
  }

  /// Why tests that need the browser are skipped on this machine; nil if they run. Where `CI` is set they run, and fail
  /// without a browser: a test that is skipped there would go unnoticed.
  package static var reasonToSkip: ChromiumError? {
    if ProcessInfo.processInfo.environment["CI"]?.isEmpty == false { return nil }
    if program == nil { return .missing(searched: candidates) }
    do {
      try Fonts.check()
      return nil
    } catch {
      return error
    }
  }

  private static let candidates: [String] = {
    if let named = ProcessInfo.processInfo.environment["CHROMIUM"], !named.isEmpty { return [named] }
    // The first has no windows, and takes half the time.
    return ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map { "/usr/bin/\($0)" }
  }()

  private static var program: String? { candidates.first { access($0, X_OK) == 0 } }

  /// Ends the browser and waits until its process has ended.
  static func endShared() {
    let running = current.withLock { $0.take() }
    running?.connection.endAndWait()
  }

  // MARK: - Tabs

  /// Opens an empty tab.
  package func openTab() throws -> ChromiumTab {
    let context = try connection.call("Target.createBrowserContext", as: NewContext.self)
    return try ChromiumTab(connection: connection, context: context.browserContextId)
  }

  private struct NewContext: Decodable { let browserContextId: String }
}

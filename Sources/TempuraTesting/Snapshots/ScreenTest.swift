internal import Dispatch
internal import Foundation
internal import Glibc
internal import Katana
internal import Basics
internal import TempuraServer
internal import TempuraUI

/// One call of `uiTest`: shows screens one after another on the main thread, as an app would, and hands their pages over
/// to be photographed meanwhile.
final class ScreenTest {
  /// A screen to be shown.
  struct Case {
    let identifier: String
    let circumstances: UITests.Circumstances
    var size: CGSize?
    var renderSafeArea = true
    var keyboard = UITests.KeyboardVisibility.hidden
    var tolerance: Tolerance?
    /// Makes it, in its circumstances.
    let subject: () -> Subject
    /// Whether it is compared with its reference: not if another test has the name, too.
    var isCompared = true

    var fullIdentifier: String { identifier + circumstances.suffix }
  }

  /// A screen that was made.
  struct Subject {
    let container: UIViewController
    /// Loads the view whose readiness counts.
    let view: () throws -> UIView
    /// Called once the screen is shown and laid out.
    var configure: () -> Void = {}
    let isReady: (UIView) -> Bool
    /// Those to have pictures of their own, by what their files are called.
    let scrollViews: () -> [String: UIScrollView]
  }

  private struct Shown {
    let test: Case
    let subject: Subject
    let view: UIView
    let window: UIWindow
    let start: Date
    let screen: CGSize
  }

  /// What went wrong, by the names of screens.
  private final class Results: Sendable {
    let failures = Locked<[(name: String, message: String)]>([])
    let open = Locked(0)

    func add(_ message: String, _ name: String) { failures.withLock { $0.append((name, message)) } }
  }

  /// What became of all screens.
  enum Outcome: Equatable {
    /// What is wrong: nothing if all is well.
    case done([String])
    case skipped(String)
  }

  private let testName: String
  private let settings: UITests.Settings
  private let results = Results()
  private var waiting: [Shown] = []
  private var rest: ArraySlice<Case> = []

  /// How long a screen may take while others wait for it, in seconds: its share of the time, and some if there are many.
  private var patience = 0.0

  /// - Parameter name: What the test is called in messages.
  init(name: String, settings: UITests.Settings = UITests.settings) {
    testName = name
    var settings = settings
    settings.directory = URL(fileURLWithPath: settings.directory).standardizedFileURL.path
    self.settings = settings
  }

  /// Shows all screens.
  ///
  /// - Parameters:
  ///   - oneByOne: Whether a screen is only made when the one before it is done.
  ///   - sharesNames: Whether another test may have screens of the same names.
  func show(_ cases: [Case], oneByOne: Bool, sharesNames: Bool = false) -> Outcome {
    for problem in settings.problems { results.add(problem, testName) }
    if settings.parts != [.markup], let absence = Chromium.absence { return .skipped("\(absence)") }
    do {
      let site = try OfflineSite(
        configuration: settings.server, publicFolder: settings.publicFolder, templateFolder: settings.templateFolder)
      rest =
        SnapshotNames.shared.register(cases, of: testName, settings: settings, sharesNames: sharesNames) {
          results.add($1, $0)
        }[...]
      showAll(oneByOne, site)
    } catch {
      results.add("\(error)", testName)
    }
    return .done(results.failures.withLock { $0 }.map { "\($0.name): \($0.message)" })
  }

  private func showAll(_ oneByOne: Bool, _ site: OfflineSite) {
    let end = Date(timeIntervalSinceNow: settings.timeout)
    patience = max(settings.timeout / Double(max(rest.count, 1)), min(10, settings.timeout / 3))
    var isDone = false
    onMain { UIApplication.shared.images = site.images }
    while !isDone, Date() < end {
      var isIdle = true
      onMain {
        isIdle = !step(oneByOne, site)
        isDone = waiting.isEmpty && rest.isEmpty && results.open.withLock { $0 == 0 }
      }
      if isIdle, !isDone { pause() }
    }
    onMain {
      giveUp()
      // How the device is held stays, as on iOS; nothing else of the last screen does.
      adopt(UITests.Circumstances(settings, orientation: UIDevice.current.orientation))
      UIApplication.shared.images = nil
    }
  }

  /// A language that is asked for and that the app does not list is one of its languages here: a test may be ahead of it.
  private func adopt(_ circumstances: UITests.Circumstances) {
    let listed = settings.server.languages
    let languages = listed.contains(circumstances.language) ? listed : listed + [circumstances.language]
    circumstances.adopt(languages: languages)
  }

  /// Screens belong to the main thread, as on a phone.
  private func onMain(_ body: () -> Void) {
    if Thread.isMainThread { return body() }
    withoutActuallyEscaping(body) { body in
      let work = Unchecked(body: body)
      DispatchQueue.main.sync { work.body() }
    }
  }

  private struct Unchecked: @unchecked Sendable {
    // Safe because it is called on the main thread while the other one waits.
    let body: () -> Void
  }

  /// Lets happen on the main queue what screens wait for.
  private func pause() {
    if Thread.isMainThread {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
    } else {
      usleep(2000)
    }
  }

  /// Presents what may be, and takes pictures of what is ready.
  ///
  /// - Returns: Whether there was any.
  private func step(_ oneByOne: Bool, _ site: OfflineSite) -> Bool {
    while let next = rest.first, mayStart(next, oneByOne) {
      rest.removeFirst()
      do { waiting.append(try present(next)) } catch { results.add("\(error)", name(of: next)) }
    }
    // One that is never ready fails, and those that wait for it go on.
    if !rest.isEmpty, let late = waiting.firstIndex(where: { $0.start.timeIntervalSinceNow < -patience }) {
      fail(waiting.remove(at: late), after: patience)
    }
    let ready = waiting.indices.filter { isReady(waiting[$0]) }
    for shown in ready.map({ waiting[$0] }) { photograph(shown, site) }
    for index in ready.reversed() { waiting.remove(at: index) }
    return !ready.isEmpty
  }

  private func giveUp() {
    let seconds = Int(settings.timeout)
    for shown in waiting { fail(shown, after: settings.timeout) }
    for test in rest { results.add("It had no turn, as others took \(seconds) s.", name(of: test)) }
    let open = results.open.withLock { $0 }
    if open > 0 { results.add("\(open) pictures were not taken within \(seconds) s.", testName) }
    (waiting, rest) = ([], [])
  }

  private func fail(_ shown: Shown, after seconds: Double) {
    results.add("It was not ready after \(Int(seconds)) s: \(unreadiness(of: shown))", name(of: shown.test))
    dismiss(shown)
  }

  private func name(of test: Case) -> String {
    let device = test.circumstances.device.name
    return "\(testName) “\(test.fullIdentifier)” on \(device) in \(test.circumstances.language)"
  }

  /// Screens that are shown at the same time share their circumstances, which are those of the process.
  private func mayStart(_ next: Case, _ oneByOne: Bool) -> Bool {
    guard let last = waiting.last else { return true }
    if last.test.circumstances != next.circumstances { return false }
    return !oneByOne
  }

  // MARK: - One screen

  private func present(_ test: Case) throws -> Shown {
    adopt(test.circumstances)
    let screen = UIScreen.main.bounds.size
    UIApplication.shared.resetNumbers()
    let subject = test.subject()
    let window = UIWindow(frame: CGRect(origin: .zero, size: test.size ?? screen))
    subject.container.view.frame.size = window.frame.size
    let view = try subject.view()
    window.rootViewController = subject.container
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    subject.configure()
    window.layoutIfNeeded()
    return Shown(test: test, subject: subject, view: view, window: window, start: Date(), screen: screen)
  }

  private func dismiss(_ shown: Shown) { shown.window.rootViewController = nil }

  private func isReady(_ shown: Shown) -> Bool {
    isTurned(shown) && shown.subject.isReady(shown.view)
  }

  /// Whether the view is as high and wide as it is while the device is held as it should be.
  private func isTurned(_ shown: Shown) -> Bool {
    // Views that the browser lays out have no size here: they fill the window.
    let size = shown.view.bounds.isEmpty ? shown.window.bounds.size : shown.view.bounds.size
    let orientation = shown.test.circumstances.orientation
    if orientation.isPortrait { return size.height > size.width || !shown.test.circumstances.device.turns }
    return !orientation.isLandscape || size.height <= size.width
  }

  private func unreadiness(of shown: Shown) -> String {
    isTurned(shown)
      ? "isViewReady(_:identifier:) returned false. Is what it waits for going to happen in a test?"
      : "its view, \(shown.view.bounds.size.description), is not turned as the device is held."
  }

  /// Takes what is left to do out of the hands of the main thread.
  private func photograph(_ shown: Shown, _ site: OfflineSite) {
    let (test, screen) = (shown.test, shown.screen)
    let device = test.circumstances.device
    func files(_ suffix: String? = nil) -> SnapshotFiles {
      SnapshotFiles(
        directory: settings.directory, identifier: test.fullIdentifier, language: test.circumstances.language,
        screen: screen, scale: device.scale, suffix: suffix)
    }
    let page = site.page(of: shown.window, language: test.circumstances.language)
    let size = shown.window.bounds.size
    guard size.width >= 1, size.height >= 1, size.width <= 20_000, size.height <= 20_000 else {
      results.add("Its size is \(size.width) x \(size.height) points, which no screen has.", name(of: test))
      return dismiss(shown)
    }
    var appearance = ChromiumTab.Appearance(
      width: Int(size.width), height: Int(size.height), scale: Double(device.scale))
    appearance.isDark = test.circumstances.style == .dark
    appearance.isMobile = device.idiom == .phone
    appearance.textScale = Double(test.circumstances.category.factor)
    var overlay = Shot.Overlay()
    let safeArea = device.safeArea(held: test.circumstances.orientation)
    let insets = [safeArea.top, safeArea.left, safeArea.bottom, safeArea.right].map { Double($0) }
    if size == screen {
      appearance.safeArea = insets
      if test.renderSafeArea { overlay.safeArea = insets }
      overlay.keyboard = Double(test.keyboard.height(for: test.circumstances.orientation))
    }
    var settings = settings
    if !test.circumstances.hasTexts { settings.parts.formIntersection([.picture]) }
    let shot = Shot(
      name: name(of: test), page: page, site: site, appearance: appearance, files: files(),
      scrollViews: scrollViews(of: shown, files),
      overlay: overlay, settings: settings, tolerance: test.tolerance ?? settings.tolerance, isCompared: test.isCompared
    )
    dismiss(shown)
    // Text needs no browser.
    if settings.parts.isDisjoint(with: [.picture, .accessibility]) {
      for message in shot.check(.success(Shot.Development())) { results.add(message, shot.name) }
      return
    }
    results.open.withLock { $0 += 1 }
    Photographer.shared.take(shot) { [results] development in
      for message in shot.check(development) { results.add(message, shot.name) }
      results.open.withLock { $0 -= 1 }
    }
  }

  /// Those of a screen's scroll views that are to have pictures of their own, and can.
  private func scrollViews(of shown: Shown, _ files: (String?) -> SnapshotFiles) -> [Shot.ScrollView] {
    shown.subject.scrollViews().sorted { $0.key < $1.key }.compactMap { suffix, view in
      if let problem = SnapshotNames.problem(with: suffix) {
        results.add("Its scroll view “\(suffix)”: \(problem)", name(of: shown.test))
        return nil
      }
      guard view.isDescendant(of: shown.window) else {
        results.add("Its scroll view “\(suffix)” is not on the screen.", name(of: shown.test))
        return nil
      }
      let insets = view.contentInset
      return Shot.ScrollView(
        id: view.elementID, files: files(suffix), width: Double(view.contentSize.width + insets.left + insets.right),
        height: Double(view.contentSize.height + insets.top + insets.bottom))
    }
  }
}

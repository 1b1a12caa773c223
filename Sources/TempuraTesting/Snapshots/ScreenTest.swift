internal import Dispatch
internal import Foundation
internal import Glibc
internal import Katana
internal import Basics
internal import TempuraServer
internal import TempuraUI

/// One call of `uiTest`. Shows screens on the main thread, as an app does, while other threads capture the snapshots of
/// their pages.
final class ScreenTest {
  /// A screen to show.
  struct Case {
    let identifier: String
    let circumstances: UITests.Circumstances
    var size: CGSize?
    var renderSafeArea = true
    var keyboard = UITests.KeyboardVisibility.hidden
    var tolerance: Tolerance?
    /// Makes the screen. The process has its circumstances then.
    let subject: () -> Subject
    /// The class of the test, if another class has a screen of the same name.
    var className: String?
    /// Whether it is compared with its reference. False if the class has another screen of the same name.
    var isCompared = true

    var fullIdentifier: String { identifier + (className.map { " \($0)" } ?? "") + circumstances.suffix }

    var place: ScreenFailures.Place { .init(screen: identifier, permutation: circumstances.name) }
  }

  /// A screen that was made.
  struct Subject {
    let container: UIViewController
    /// Loads the view that `isReady` receives.
    let view: () throws -> UIView
    /// Called when the screen is shown and laid out.
    var configure: () -> Void = {}
    let isReady: (UIView) -> Bool
    /// The scroll views that get their own pictures, by the suffixes of their files.
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

  /// The failures so far, and the number of snapshots that are being captured.
  private final class Results: Sendable {
    let failures = Locked(ScreenFailures())
    let pendingSnapshots = Locked(0)

    func add(_ message: String) { failures.withLock { $0.add(message) } }

    func add(_ message: String, of test: Case) { failures.withLock { $0.add(message, at: test.place) } }

    func add(_ check: (failures: [Comparison.Failure], problem: String?), at place: ScreenFailures.Place) {
      failures.withLock { failures in
        if let problem = check.problem { failures.add(problem, at: place) }
        for failure in check.failures { failures.add(failure, at: place) }
      }
    }
  }

  /// The result for all screens.
  enum Outcome: Equatable {
    /// The failures; empty if all screens passed.
    case done([String])
    case skipped(String)
  }

  private let testName: String
  private let settings: UITests.Settings
  private let results = Results()
  private var waiting: [Shown] = []
  private var rest: ArraySlice<Case> = []

  /// How long a screen may take to be ready while others wait, in seconds: its part of the timeout, with a minimum.
  private var screenTimeout = 0.0

  /// - Parameter name: The name of the test in the report.
  init(name: String, settings: UITests.Settings = UITests.settings) {
    testName = name
    var settings = settings
    settings.directory = URL(fileURLWithPath: settings.directory).standardizedFileURL.path
    self.settings = settings
  }

  /// Shows all screens and checks their snapshots.
  ///
  /// - Parameters:
  ///   - oneByOne: Whether a screen is made only after the one before it is captured.
  ///   - sharesNames: Whether another test of the class may have the same names.
  func show(_ cases: [Case], oneByOne: Bool, sharesNames: Bool = false) -> Outcome {
    for problem in settings.problems { results.add(problem) }
    if settings.parts != [.markup], let reason = Chromium.reasonToSkip { return .skipped("\(reason)") }
    do {
      let site = try OfflineSite(
        configuration: settings.server, publicFolder: settings.publicFolder, templateFolder: settings.templateFolder)
      rest =
        SnapshotNames.shared.register(cases, of: testName, settings: settings, sharesNames: sharesNames) {
          results.add($1, of: $0)
        }[...]
      showAll(oneByOne, site)
    } catch {
      results.add("\(error)")
    }
    return .done(results.failures.withLock { $0 }.messages(of: cases.map(\.place), settings: settings))
  }

  private func showAll(_ oneByOne: Bool, _ site: OfflineSite) {
    let end = Date(timeIntervalSinceNow: settings.timeout)
    screenTimeout = max(settings.timeout / Double(max(rest.count, 1)), min(10, settings.timeout / 3))
    var isDone = false
    onMain { UIApplication.shared.environment.images = site.images }
    while !isDone, Date() < end {
      var isIdle = true
      onMain {
        isIdle = !step(oneByOne, site)
        isDone = waiting.isEmpty && rest.isEmpty && results.pendingSnapshots.withLock { $0 == 0 }
      }
      if isIdle, !isDone { pause() }
    }
    onMain {
      failRemaining()
      // Resets the process, except for the orientation, which stays as on iOS.
      adopt(UITests.Circumstances(settings, orientation: UIDevice.current.orientation))
      UIApplication.shared.environment.images = nil
    }
  }

  /// Sets the circumstances of the process. A test may use a language that the app does not list yet.
  private func adopt(_ circumstances: UITests.Circumstances) {
    let listed = settings.server.languages
    let languages = listed.contains(circumstances.language) ? listed : listed + [circumstances.language]
    circumstances.adopt(languages: languages)
  }

  /// Runs `body` on the main thread, because screens belong to it, as on iOS.
  private func onMain(_ body: () -> Void) {
    if Thread.isMainThread { return body() }
    withoutActuallyEscaping(body) { body in
      let work = Unchecked(body: body)
      DispatchQueue.main.sync { work.body() }
    }
  }

  private struct Unchecked: @unchecked Sendable {
    // Safe because the main thread calls it while this thread waits.
    let body: () -> Void
  }

  /// Lets work of the main queue run, for which screens may wait.
  private func pause() {
    if Thread.isMainThread {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
    } else {
      usleep(2000)
    }
  }

  /// Presents the next screens, and captures those that are ready.
  ///
  /// - Returns: Whether a screen was ready.
  private func step(_ oneByOne: Bool, _ site: OfflineSite) -> Bool {
    while let next = rest.first, canPresent(next, oneByOne) {
      rest.removeFirst()
      do { waiting.append(try present(next)) } catch { results.add("\(error)", of: next) }
    }
    // A screen that is never ready fails, and the next ones continue.
    if !rest.isEmpty, let late = waiting.firstIndex(where: { $0.start.timeIntervalSinceNow < -screenTimeout }) {
      fail(waiting.remove(at: late), after: screenTimeout)
    }
    let ready = waiting.indices.filter { isReady(waiting[$0]) }
    for shown in ready.map({ waiting[$0] }) { capture(shown, site) }
    for index in ready.reversed() { waiting.remove(at: index) }
    return !ready.isEmpty
  }

  private func failRemaining() {
    let seconds = Int(settings.timeout)
    for shown in waiting { fail(shown, after: settings.timeout) }
    for test in rest {
      results.add("It was not shown, because the screens before it took \(seconds) s.", of: test)
    }
    let pending = results.pendingSnapshots.withLock { $0 }
    if pending > 0 { results.add("\(pending) snapshots were not captured within \(seconds) s.") }
    (waiting, rest) = ([], [])
  }

  private func fail(_ shown: Shown, after seconds: Double) {
    results.add("It was not ready after \(Int(seconds)) s: \(reasonNotReady(of: shown))", of: shown.test)
    dismiss(shown)
  }

  private func name(of test: Case) -> String {
    "\(testName) “\(test.identifier)” on \(test.circumstances.name)"
  }

  /// Screens that are shown at the same time need the same circumstances, because these belong to the process.
  private func canPresent(_ next: Case, _ oneByOne: Bool) -> Bool {
    guard let last = waiting.last else { return true }
    if last.test.circumstances != next.circumstances { return false }
    return !oneByOne
  }

  // MARK: - One screen

  private func present(_ test: Case) throws -> Shown {
    adopt(test.circumstances)
    let screen = UIScreen.main.bounds.size
    UIApplication.shared.environment.resetNumbers()
    let subject = test.subject()
    let window = UIWindow(frame: CGRect(origin: .zero, size: test.size ?? screen))
    subject.container.view.setFlowingFrame(CGRect(origin: .zero, size: window.frame.size))
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
    // On a phone the run loop lays out what the last look has changed.
    shown.window.layoutIfNeeded()
    return hasOrientation(shown) && shown.subject.isReady(shown.view)
  }

  /// Whether the view's size has the orientation of the device.
  private func hasOrientation(_ shown: Shown) -> Bool {
    // A view without a size is laid out by the browser and fills the window.
    let size = shown.view.bounds.isEmpty ? shown.window.bounds.size : shown.view.bounds.size
    let orientation = shown.test.circumstances.orientation
    if orientation.isPortrait { return size.height > size.width || !shown.test.circumstances.device.turns }
    return !orientation.isLandscape || size.height <= size.width
  }

  private func reasonNotReady(of shown: Shown) -> String {
    hasOrientation(shown)
      ? "isViewReady(_:identifier:) returned false. It may wait for something that does not happen in a test."
      : "the size of its view, \(shown.view.bounds.size.description), does not have the orientation of the device."
  }

  /// Renders the page of a screen, and lets another thread capture its snapshot.
  private func capture(_ shown: Shown, _ site: OfflineSite) {
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
      results.add("Its size is \(size.width) x \(size.height) points, which no screen has.", of: test)
      return dismiss(shown)
    }
    var appearance = ChromiumTab.Appearance(
      width: Int(size.width), height: Int(size.height), scale: Double(device.scale))
    appearance.isDark = test.circumstances.style == .dark
    appearance.isMobile = device.idiom == .phone
    appearance.textScale = Double(test.circumstances.category.factor)
    var overlay = SnapshotJob.Overlay()
    let safeArea = device.safeArea(held: test.circumstances.orientation)
    let insets = [safeArea.top, safeArea.left, safeArea.bottom, safeArea.right].map { Double($0) }
    if size == screen {
      appearance.safeArea = insets
      if test.renderSafeArea { overlay.safeArea = insets }
      overlay.keyboard = Double(test.keyboard.height(for: test.circumstances.orientation))
    }
    var settings = settings
    if !test.circumstances.hasTexts { settings.parts.formIntersection([.picture]) }
    let job = SnapshotJob(
      name: name(of: test), page: page, site: site, appearance: appearance, files: files(),
      scrollViews: scrollViews(of: shown, files),
      overlay: overlay, settings: settings, tolerance: test.tolerance ?? settings.tolerance, isCompared: test.isCompared
    )
    dismiss(shown)
    // Markup needs no browser.
    if settings.parts.isDisjoint(with: [.picture, .accessibility]) {
      results.add(job.check(.success(SnapshotJob.Capture())), at: test.place)
      return
    }
    results.pendingSnapshots.withLock { $0 += 1 }
    SnapshotQueue.shared.add(job) { [results, place = test.place] capture in
      results.add(job.check(capture), at: place)
      results.pendingSnapshots.withLock { $0 -= 1 }
    }
  }

  /// The scroll views of a screen that get their own pictures. Reports those that cannot.
  private func scrollViews(of shown: Shown, _ files: (String?) -> SnapshotFiles) -> [SnapshotJob.ScrollView] {
    shown.subject.scrollViews().sorted { $0.key < $1.key }.compactMap { suffix, view in
      if let problem = SnapshotNames.problem(with: suffix) {
        results.add("Its scroll view “\(suffix)”: \(problem)", of: shown.test)
        return nil
      }
      guard view.isDescendant(of: shown.window) else {
        results.add("Its scroll view “\(suffix)” is not on the screen.", of: shown.test)
        return nil
      }
      let insets = view.contentInset
      return SnapshotJob.ScrollView(
        id: view.elementID, files: files(suffix), width: Double(view.contentSize.width + insets.left + insets.right),
        height: Double(view.contentSize.height + insets.top + insets.bottom))
    }
  }
}

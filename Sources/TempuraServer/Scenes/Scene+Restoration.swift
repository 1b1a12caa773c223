internal import AppData
internal import Basics
internal import SessionKernel
internal import Tempura
internal import TempuraUI

// What outlives the scene: the local states of view controllers, and unused input, which users typed and the app has not used.

extension Scene {
  /// The controllers and their paths: the index of their screen in the route, and their type, with a number if the screen
  /// has several of a type.
  var controllers: [(path: String, controller: UIViewController)] {
    var counts: [String: Int] = [:]
    return controllersOfScreens.map { screen, controller in
      let path = "\(screen).\(type(of: controller))"
      counts[path, default: 0] += 1
      let count = counts[path] ?? 1
      return (count == 1 ? path : "\(path).\(count)", controller)
    }
  }

  /// The controllers, and the indices of their screens in the route.
  private var controllersOfScreens: [(screen: Int, controller: UIViewController)] {
    let screens = window?.currentViewControllers ?? []
    var controllers: [(screen: Int, controller: UIViewController)] = []
    for (index, screen) in screens.enumerated() {
      var remaining = [screen]
      while let controller = remaining.popLast() {
        remaining += controller.children.reversed().filter { child in !screens.contains { $0 === child } }
        controllers.append((index, controller))
      }
    }
    return controllers
  }

  private var localStateHolders: [(path: String, holder: any LocalStateHolder)] {
    controllers.compactMap { path, controller in (controller as? any LocalStateHolder).map { (path, $0) } }
  }

  /// The holders whose local states were assigned. Reports those that cannot be stored.
  private var changedHolders: [(path: String, holder: any LocalStateHolder)] {
    let holders = controllersOfScreens.compactMap { $0.controller as? any LocalStateHolder }
    for holder in holders { reportIfLost(holder) }
    // Most screens need no paths.
    return holders.contains(where: \.isLocalStateChanged) ? localStateHolders.filter(\.holder.isLocalStateChanged) : []
  }

  /// The most bytes of one local state.
  static let maxLocalStateBytes = 16 * 1024

  /// The local states as JSON, by the paths of their controllers. Only those that were assigned since their controllers were
  /// made.
  func localStates() -> [String: String] {
    knownLocalStates.localStates
  }

  private var knownLocalStates: (localStates: [String: String], mark: ScreenMark) {
    if let known = restoration.known { return known }
    let known = enter {
      let holders = changedHolders
      let states = encodedLocalStates(of: holders)
      var texts = states
      for (path, holder) in holders where texts[path] == nil { texts[path] = holder.localStateDescription }
      return (localStates: states, mark: ScreenMark(texts))
    }
    restoration.known = known
    return known
  }

  private func encodedLocalStates(of holders: [(path: String, holder: any LocalStateHolder)]) -> [String: String] {
    var states: [String: String] = [:]
    for (path, holder) in holders {
      do {
        guard let state = try holder.encodedLocalState() else { continue }
        guard state.utf8.count <= Self.maxLocalStateBytes else {
          Misuse.report(
            "The local state of \(type(of: holder)) is over \(Self.maxLocalStateBytes) bytes, so that it is not stored: "
              + "keep in it what its screen needs to begin with, and the rest in the state.")
          continue
        }
        states[path] = state
      } catch {
        runtime.log.report("The local state of \(type(of: holder)) could not be written: \(error)")
      }
    }
    return states
  }

  /// Gives new screens the remembered local states of this URL.
  func restoreLocalStates() {
    updateLocation()
    guard let location, let states = session.scenes.remembered(at: location.url, for: self)?.localStates else { return }
    run {
      for (path, holder) in localStateHolders {
        guard let state = states[path] else { continue }
        do {
          try holder.restoreLocalState { try runtime.kernel.states.localState(state, asIn: $0) }
        } catch {
          runtime.log.report(
            "The local state of \(type(of: holder)) could not be read, so that it begins anew: \(error)")
        }
      }
    }
    // A page of an earlier scene has the mark of these texts. Encoded again, a set could have another order.
    if localStateHolders.filter(\.holder.isLocalStateChanged).map(\.path).sorted() == states.keys.sorted() {
      restoration.known = (states, ScreenMark(states))
    }
  }

  // MARK: - Marks

  /// Returns the mark of a page that shows the screens now. A form with this mark is accepted until another form is applied.
  func noteMark() -> ScreenMark {
    updateLocation()
    let mark = mark
    if restoration.marks.last != mark {
      restoration.marks.removeAll { $0 == mark }
      restoration.marks = restoration.marks.suffix(Self.maxMarks - 1) + [mark]
    }
    return mark
  }

  /// Whether the controls of a page with a mark still mean what its user saw. Local states that the app changes without a form, such
  /// as those that show progress, change no meaning. Another form does, and so does a new launch with other local states.
  func isShown(by mark: ScreenMark) -> Bool { restoration.marks.contains(mark) || mark == self.mark }

  /// A form changes what the controls mean, also those of pages that were sent before.
  func forgetMarks() { restoration.marks = [] }

  private var mark: ScreenMark { knownLocalStates.mark }

  private static let maxMarks = 16

  /// Whether a new launch would show the same: all screens are Tempura's, and show the state, their contexts in the URL, and
  /// local states that are stored. Other view controllers may keep anything, and controls the values that the user gave them.
  var canBeMadeAgain: Bool {
    guard isAccepted, !isBusy, !restoration.keepsValues, location?.keptIndex == nil else { return false }
    return enter {
      controllersOfScreens.allSatisfy { _, controller in
        if let holder = controller as? any LocalStateHolder { return holder.localStateType is any Codable.Type }
        return controller is any AnyViewController || Self.containers.contains(ObjectIdentifier(type(of: controller)))
      }
    }
  }

  private static let containers: Set<ObjectIdentifier> = [
    ObjectIdentifier(UINavigationController.self), ObjectIdentifier(UITabBarController.self),
  ]

  /// Reports the local states that cannot be stored.
  func reportLocalStates() {
    for (_, holder) in localStateHolders { reportIfLost(holder) }
  }

  private func reportIfLost(_ holder: any LocalStateHolder) {
    guard !(holder.localStateType is any Codable.Type) else { return }
    Misuse.report(
      "\(holder.localStateType) is not Codable: the local state of \(type(of: holder)) is gone when the session leaves "
        + "memory.")
  }

  // MARK: - Unused input

  /// The most bytes of one field's input.
  static let maxInputBytes = 16 * 1024

  /// Whether the unused input may have changed since it was remembered.
  var mayHaveInput: Bool { isAccepted && (!restoration.input.fields.isEmpty || window?.mayHaveUnusedInput == true) }

  /// Collects the unused input of the fields by their paths: the controller of the screen, and the id in it. Leaves out
  /// passwords and the like, and input that is too large.
  func keepInput() -> [String: UnusedInput] {
    restoration.input = (location?.url ?? "", [:])
    guard let window, window.mayHaveUnusedInput else { return [:] }
    return enter {
      let paths = Dictionary(
        controllers.map { (ObjectIdentifier($0.controller), $0.path) }, uniquingKeysWith: { first, _ in first })
      var all: [String: UnusedInput] = [:]
      for view in window.viewsWithUnusedInput {
        guard let input = view.unusedInput, input.size <= Self.maxInputBytes,
          let controller = view.rootOfScreen.managingViewController, let path = paths[ObjectIdentifier(controller)]
        else { continue }
        let field = "\(path)/\(view.idInScreen)"
        all[field] = input
        restoration.input.fields[field] = WeakView(view)
      }
      return all
    }
  }

  /// The input that is left at another URL than the scene's present one; nil if none was remembered there.
  var inputLeftBehind: (url: String, input: [String: UnusedInput])? {
    guard !restoration.input.fields.isEmpty, restoration.input.url != location?.url else { return nil }
    return (restoration.input.url, restoration.input.fields.compactMapValues { $0.view?.unusedInput })
  }

  /// Puts the remembered input of this URL into the fields of new screens.
  func restoreInput() {
    updateLocation()
    guard let location, let all = session.scenes.remembered.entry(at: location.url, of: tab)?.input, let window else {
      return
    }
    run {
      window.layoutIfNeeded()
      let controllers = Dictionary(controllers, uniquingKeysWith: { first, _ in first })
      var inputs: [String: [String: UnusedInput]] = [:]
      for (field, input) in all {
        guard let slash = field.firstIndex(of: "/") else { continue }
        inputs[String(field[..<slash]), default: [:]][String(field[field.index(after: slash)...])] = input
      }
      for (path, input) in inputs {
        guard let root = controllers[path]?.view.rootOfScreen else { continue }
        root.layoutIfNeeded()  // it may be covered
        root.restoreInput(input, in: window)
      }
    }
  }
}

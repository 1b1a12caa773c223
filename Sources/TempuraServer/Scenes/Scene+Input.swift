internal import Tempura
internal import TempuraUI

// What users typed and the app has not used, and what becomes of it when the scene is gone.

extension Scene {
  /// The input of one field in bytes at most.
  static let mostInputBytes = 16 * 1024

  /// Whether there may be input that is not remembered, or some that is and is gone: it comes and goes in many ways.
  var mayHaveInput: Bool { isAccepted && (!keptInput.fields.isEmpty || window?.mayHaveUnusedInput == true) }

  /// What the fields have that the app has not used, by where they are: the controller of their screen, and their id there.
  /// Passwords and the like are not among it, nor is what is too large.
  func keepInput() -> [String: UnusedInput] {
    keptInput = (location?.url ?? "", [:])
    guard let window, window.mayHaveUnusedInput else { return [:] }
    return enter {
      let paths = Dictionary(
        controllers.map { (ObjectIdentifier($0.controller), $0.path) }, uniquingKeysWith: { first, _ in first })
      var all: [String: UnusedInput] = [:]
      for view in window.viewsWithUnusedInput {
        guard let input = view.unusedInput, input.size <= Self.mostInputBytes,
          let controller = view.rootOfScreen.managingViewController, let path = paths[ObjectIdentifier(controller)]
        else { continue }
        let place = "\(path)/\(view.idInScreen)"
        all[place] = input
        keptInput.fields[place] = WeakView(view)
      }
      return all
    }
  }

  /// What is still there of the input that was remembered at another URL than where the scene is now; nil if there was none.
  var inputLeftBehind: (url: String, input: [String: UnusedInput])? {
    guard !keptInput.fields.isEmpty, keptInput.url != location?.url else { return nil }
    return (keptInput.url, keptInput.fields.compactMapValues { $0.view?.unusedInput })
  }

  /// Puts into the fields of screens that were just brought up what their session remembers of this URL.
  func restoreInput() {
    updateLocation()
    guard let location, let all = session.remembered.entry(at: location.url)?.input, let window else { return }
    run {
      window.layoutIfNeeded()
      let controllers = Dictionary(controllers, uniquingKeysWith: { first, _ in first })
      for (place, input) in all {
        guard let slash = place.firstIndex(of: "/"), let controller = controllers[String(place[..<slash])] else {
          continue
        }
        let root = controller.view.rootOfScreen
        root.layoutIfNeeded()  // it may be covered
        root.descendant(withIDInScreen: String(place[place.index(after: slash)...]))?.restore(input, in: window)
      }
    }
  }
}

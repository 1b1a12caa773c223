internal import Tempura
internal import TempuraUI

// Unused input: values that users typed and the app has not used. It outlives the scene.

extension Scene {
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

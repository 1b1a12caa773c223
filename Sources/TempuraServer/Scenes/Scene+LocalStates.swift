internal import Basics
internal import Tempura
internal import TempuraUI

// The local states of view controllers. They outlive the scene.

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

  /// The most bytes of one local state.
  static let maxLocalStateBytes = 16 * 1024

  /// The local states as JSON, by the paths of their controllers. Only those that were assigned since their controllers were
  /// made.
  func localStates() -> [String: String] {
    enter {
      var states: [String: String] = [:]
      for (path, holder) in localStateHolders {
        reportIfLost(holder)
        guard holder.isLocalStateChanged else { continue }
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
  }

  /// Gives new screens the remembered local states of this URL.
  func restoreLocalStates() {
    updateLocation()
    guard let location, let states = session.scenes.remembered.entry(at: location.url, of: tab)?.localStates else {
      return
    }
    run {
      for (path, holder) in localStateHolders {
        guard let state = states[path] else { continue }
        do {
          try holder.restoreLocalState { try runtime.states.localState(state, asIn: $0) }
        } catch {
          runtime.log.report(
            "The local state of \(type(of: holder)) could not be read, so that it begins anew: \(error)")
        }
      }
    }
  }

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
}

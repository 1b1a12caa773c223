internal import Foundation
package import Hydra
package import TempuraUI

/// A view controller with local state, whatever its type: for an app instance that keeps what is local while the screen is
/// gone.
package protocol LocalStateHolder: UIViewController {
  /// The type of the local state.
  var localStateType: any LocalState.Type { get }

  /// Whether the local state was assigned since the controller was made.
  var isLocalStateChanged: Bool { get }

  /// The local state as JSON; nil if its type is not `Codable`.
  ///
  /// - Throws: What the app's conformance throws.
  func encodedLocalState() throws -> String?

  /// Assigns the local state that the text is of. Nothing happens if the type is not `Codable`.
  ///
  /// - Throws: `DecodingError`, or what the app's conformance throws.
  func restoreLocalState(_ text: String) throws
}

/// An app instance that wants to hear of changes of local states.
package protocol LocalStateHost: MainExecutor {
  func localStateDidChange()
}

extension ViewControllerWithLocalState: LocalStateHolder {
  package final var localStateType: any LocalState.Type { V.VM.LS.self }

  package final func encodedLocalState() throws -> String? {
    guard let value = localState as? any Codable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys  // what did not change is the same text
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  package final func restoreLocalState(_ text: String) throws {
    guard let type = V.VM.LS.self as? any Codable.Type,
      let value = try JSONDecoder().decode(type, from: Data(text.utf8)) as? V.VM.LS
    else { return }
    localState = value
  }
}

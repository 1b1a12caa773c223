package import DevelopmentPanel
internal import Foundation
package import Tempura
internal import TempuraUI

// How the panel is served.

extension PanelDelegate: ServerConfigurable {
  package static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Panel"
    configuration.stylesheets = [DevelopmentFiles.panelStylesheet]
    configuration.scripts = [DevelopmentFiles.panelScript]
    // A recording of 10,000 steps.
    configuration.uploadBytes = 256 << 20
    // The rows of all screens.
    configuration.sessionBytes = 16 << 20
    return configuration
  }
}

extension PanelDelegate: RouteURLs {
  /// The button of the page opens `/steps?session=MARK`.
  package static var routeContexts: [RouteElementIdentifier: ContextType] { ["steps": .query] }
}

extension PanelDelegate: FileGuard {
  package static func file(named name: String, in state: PanelState) -> UserFile? {
    guard let file = state.file, file.name == name else { return nil }
    return UserFile(URL(fileURLWithPath: file.path), type: .data, downloadName: file.title)
  }
}

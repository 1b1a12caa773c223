import Foundation
import Katana
import Tempura
import UIKit
import UniformTypeIdentifiers
import UserFiles

class DocumentsAppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    let store = Store<DocumentsState, EmptySideEffectDependencyContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(rootViewController: DocumentsViewController(store: store))
    window?.makeKeyAndVisible()
    return true
  }
}

extension DocumentsAppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Documents"
    configuration.bundle = .module
    configuration.stylesheets = ["/how-to.css"]
    configuration.uploadBytes = 50 << 20  // of all files of a form
    return configuration
  }
}

extension DocumentsAppDelegate: FileGuard {
  static func file(named name: String, in state: DocumentsState) -> UserFile? {
    guard let document = state.documents.first(where: { $0.id == name }), let url = FileFolder.documents.url(of: name)
    else { return nil }
    return UserFile(url, type: .pdf, downloadName: document.title)
  }
}

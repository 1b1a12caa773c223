internal import Basics
internal import Foundation
internal import Hydra

/// What views ask of the app instance that they belong to: the screen, the user's language, what the server takes.
///
/// Each `UIApplication` has one. So what is below the application need not know windows and delegates.
package final class AppEnvironment {
  // Safe because code outside an app instance runs on the main queue, as on iOS.
  private nonisolated(unsafe) static let processDefault = AppEnvironment()

  /// That of the running app instance; outside of one, that of the process.
  package static var current: AppEnvironment { Main.app as? AppEnvironment ?? processDefault }

  /// The `UIApplication` that has this environment.
  unowned var application: AnyObject?
  /// That of the process, which nothing else keeps.
  var processApplication: AnyObject?

  package init() { RunningApplication.setHosts }

  private struct Reference {
    @WeakReference var window: AnyObject?
  }

  /// Whether pages tell of the keyboard of a phone, because the app wants to know.
  var hearsKeyboard = false

  private var references: [Reference] = []

  /// The windows that became visible, in that order. They are not retained: the app must keep them, as on iOS.
  var windows: [AnyObject] { references.compactMap(\.window) }

  /// The window that receives input; nil until a window is made key.
  @WeakReference private(set) var keyWindow: AnyObject?

  func makeKey(_ window: AnyObject) {
    references.removeAll { $0.window == nil }
    if !references.contains(where: { $0.window === window }) { references.append(Reference(window: window)) }
    keyWindow = window
  }

  package let screen = UIScreen()
  package let device = UIDevice()

  /// The traits of the user's browser, as far as they are known.
  package var traits = UITraitCollection.standard

  /// The writing direction of the page's language.
  var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  // Locked because side effects read localised texts and dates on other threads.
  let languageChoice = Locked(LanguageChoice())
  let browserTimeZone = Locked(BrowserTimeZone())
  package var preference = LanguagePreference()

  /// The maximum size of all files of a form, in bytes; 0 if the server accepts no files, nil if unknown.
  package var uploadLimit: Int?

  package var otherServers = OtherServers()
  /// The length of a text that the server takes for certain, in UTF-16 units; nil if that is not known.
  package var textLimit: Int?

  /// The images that the app ships; nil if the app runs without a server.
  package var images: PublicImages?

  /// How the paths of a content begin for the session; nil if the app runs without a server.
  package var contentPath: ((_ digest: String) -> String)?

  /// The labels that the app gave to images of files, which all apps of the process have.
  let imageLabels = Locked<[ObjectIdentifier: (image: UIImage, label: String)]>([:])

  /// What has been animated since the last rendering.
  package var motions: AnyObject?

  /// The uploaded files. They are kept until no side effect is running that may use them.
  package var pickedFiles: [PickedFiles] = []

  /// The stand-ins for all views of a class: see `UIAppearance`.
  var appearances: [ObjectIdentifier: AnyObject] = [:]

  /// The values that the app associates with objects that are not of UIKit.
  let associatedRooms = AssociatedRooms()

  private var numbers: [ObjectIdentifier: Int] = [:]

  /// Returns the next number for views of a class. Every view has a different id, so that a tap on an old page never
  /// reaches a newer view.
  func nextNumber(of type: AnyClass) -> Int {
    numbers[ObjectIdentifier(type), default: 0] += 1
    return numbers[ObjectIdentifier(type)] ?? 1
  }

  /// Restarts the numbers of views at 1, so that new views have the same ids as in a new app instance.
  package func resetNumbers() { numbers = [:] }
}

public import TempuraUI

/// What browsers show of an app that its user installs, on a home screen or a desktop (Web Application Manifest, W3C).
///
///     configuration.installation.shortName = "To Do"
///     configuration.installation.themeColor = .systemBlue
public struct InstallationOptions: Sendable {
  /// The name under the icon. Default: the name of the app.
  public var shortName: String?

  /// The colour of the system's bars around the page. Browsers use the dark variant when a page is shown, but not while the
  /// app starts. Default: white, or black.
  public var themeColor = UIColor.systemBackground

  /// The colour of the window while the app starts. Manifests have no dark variants. Default: white.
  public var backgroundColor = UIColor.systemBackground

  /// URLs of icons: square PNG files, or SVG files, of the folder `Public`. Systems cut icons with `maskable` in the name to
  /// their own shape. Default: the `AppIcon` of the app's asset catalogue, or else files of the app with the names of the
  /// built-in icons, such as `/icon.svg` and `/icons/512.png`, or else the built-in icons.
  public var icons: [String] = []

  /// Whether browsers keep style sheets, script and icons, and show a page of their own if the server cannot be reached. If
  /// false, a service worker that browsers have already removes itself.
  public var hasServiceWorker = true

  public init() {}
}

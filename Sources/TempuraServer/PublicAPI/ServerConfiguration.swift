public import Foundation
internal import SessionKernel

/// The settings of the app's author. The settings of the operator are flags, and an app can add flags of its own.
public struct ServerConfiguration: Sendable {
  /// The name of the app in titles of pages. Default: the name of the program.
  public var name: String?

  /// The bundle with the app's files: `.module` in the target of these files. The server serves the files of its folder
  /// `Public`, and reads templates from its folder `Templates`. Default: nil, no files.
  public var bundle: Bundle?

  /// URLs of the app's style sheets: files of `Public/`, such as `/todo.css`. They come after the built-in one. The built-in
  /// `/colours-of-ios.css` gives pages the colours of iOS where the default ones have more contrast.
  public var stylesheets: [String] = []

  /// URLs of the app's scripts: files of `Public/`, such as `/stars.js`. Pages of screens load them after their own script, in
  /// this order, when the page has been read.
  public var scripts: [String] = []

  /// Other origins to which the answer to a form may redirect browsers, such as `https://login.example.com` of a proxy that asks
  /// for a sign-in first. Without them, browsers silently stop there (`form-action` of the content security policy). The server
  /// does not start if one is not an origin.
  public var formOrigins: [String] = []

  /// The languages of the app by their tags (RFC 5646), such as `en` or `pt-BR`. Pages are in the one that the browser
  /// prefers, or else in the first one. Pages in a language that is written from right to left are laid out so.
  public var languages = ["en"]

  /// The size of the screen, in points, until the browser tells the size of its window. Pages with assigned frames have this
  /// width. Default: that of a common phone, 390 by 844.
  public var screenSize = CGSize(width: 390, height: 844)

  /// How long the answer to a form waits for the side effects of its tab, in seconds. Then the page says that work continues,
  /// and loads itself each second. Only for pages without a script.
  public var sideEffectTimeout: Double = 2

  /// How long the answer to a tap on a live page waits for the side effects that the tap started, in seconds. A short side
  /// effect changes the page together with the tap. What others change later comes by the page's stream.
  public var liveTimeout: Double = 0.05

  /// The number of side effects of a session that run at once. Others wait, and the page says so. A side effect that waits
  /// in `Hydra.await` counts, but one that it dispatched and awaits does not.
  public var sideEffectsPerSession = 4

  /// The number of side effects of all sessions that run at once, without those that wait in `Hydra.await`. Sessions take
  /// turns.
  public var sideEffectsAtOnce = 64

  /// The number of threads for side effects, also for those that wait. Half of them are reserved for side effects that
  /// others dispatch and await. These fail if no thread is left.
  public var sideEffectThreads = 512

  /// The number of scenes that a session keeps in memory. Each live tab of the browser has one, and without a script each
  /// recent URL. A tab whose scene was dropped gets a new one by its next request.
  public var scenesPerSession = 8

  /// The number of views on a page at most. A larger page is not sent: its request is answered with an error, and the log names
  /// the screen. Default: 100,000, enough for a list of 10,000 rows with some labels and buttons each.
  public var viewsPerPage = 100_000

  /// The bytes of HTML and CSS of a page at most. Default: 32 MB.
  public var bytesPerPage = 32 << 20

  /// The number of sessions in memory at most, unless more are in use. The others are only stored.
  public var sessionsInMemory = 10_000

  /// How long an idle session stays in memory, in seconds. Default: 600.
  ///
  /// If its live pages are closed or hidden, or if more than half of `--session-memory` is used, it stays for 30 seconds. This
  /// does not hold if its screens cannot be made again from the state: with view controllers that are not Tempura's, local states that are not `Codable`, or values
  /// that the user gave to controls other than buttons and text fields.
  public var memoryLifetime = 600

  /// How long an idle session is stored if its user changed something, in seconds.
  public var sessionLifetime = 14 * 24 * 3600

  /// How long an idle session is stored if its user changed nothing, in seconds.
  public var visitLifetime = 3600

  /// How long a session is stored at most even if it is used, in seconds. Nil for no limit.
  public var longestSessionLifetime: Int?

  /// The size of a stored session at most, in bytes. A change that would exceed it is refused and undone.
  public var sessionBytes = 1024 * 1024

  /// Kinds of storages for sessions, besides those of the server. An operator chooses one with `--sessions NAME:…`. See
  /// docs/sessions.md.
  public var sessionStorages: [SessionStorageScheme] = []

  /// The size of all files of one form at most, in bytes, for pickers of files and photos; 0 for a server that takes none. Default: 32
  /// MB. Files are stored in the folder of the environment variable `TMPDIR`, or else in `/tmp`.
  public var uploadBytes = 32 << 20

  /// What browsers show of the app when a user installs it, and whether they keep its files.
  public var installation = InstallationOptions()

  /// Called every ten seconds, and once when the server has stopped, with all metrics of the server and of the app, so that
  /// the app can pass them on. It must not take long. Default: nil. See docs/operating.md.
  public var onMetrics: (@Sendable ([ServerMetric]) -> Void)?

  /// Called with each line of the server's log, so that an app can feed a log of its own, such as that of swift-log. Default:
  /// nil. The server writes its lines in any case; an operator switches those of requests off with `--no-access-log`, and
  /// then they are not handed over either.
  ///
  /// It is called on any thread, also on those that serve connections, and must return at once: hand the entry to a queue, and
  /// neither wait nor call the app's store. No entry has what users typed or see.
  public var onLog: (@Sendable (ServerLogEntry) -> Void)?

  /// Flags of the app, besides those of the server.
  public var flags: [ServerFlag] = []

  public init() {}
}

extension ServerConfiguration: SessionLimits {}

/// An app delegate that configures its server.
///
///     extension AppDelegate: ServerConfigurable {
///       static var serverConfiguration: ServerConfiguration {
///         var configuration = ServerConfiguration()
///         configuration.name = "To Do"
///         configuration.languages = ["en", "it"]
///         return configuration
///       }
///     }
public protocol ServerConfigurable {
  static var serverConfiguration: ServerConfiguration { get }
}

/// A flag of the app, for the operators of its server, such as `--weather-url URL`. It is an environment variable as well:
/// `WEATHER_URL`.
///
///     configuration.flags = [
///       ServerFlag(name: "weather-url", placeholder: "URL", help: "Where to ask for the weather.") { Weather.use($0) }
///     ]
public struct ServerFlag: Sendable {
  /// The name without leading dashes: lower case, with dashes between words.
  public let name: String
  /// The name of the value in `--help`, such as `URL`.
  public let placeholder: String
  /// The description in `--help`: one sentence.
  public let help: String
  let set: @Sendable (String) -> Bool

  /// - Parameter set: Called with each value of the flag, before the app starts. It returns whether the value is valid. If
  ///   not, the server prints an error and does not start.
  public init(name: String, placeholder: String, help: String, set: @escaping @Sendable (String) -> Bool) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.set = set
  }
}

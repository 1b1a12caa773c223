public import Foundation

/// Settings that the app's author chooses. Settings of the operator are flags, to which an app can add its own.
public struct ServerConfiguration: Sendable {
  /// The name of the app in titles of pages. By default that of the program.
  public var name: String?

  /// The bundle with the app's files, which is `.module` of the target that has them. The files of its folder `Public` are
  /// served, and those of its folder `Templates` are templates. By default an app has no files.
  public var bundle: Bundle?

  /// URLs of the app's own style sheets, which come after the built-in one: files of `Public/`, such as `/todo.css`.
  public var stylesheets: [String] = []

  /// The languages of the app by their tags (RFC 5646), such as `en` or `pt-BR`, the one for everybody else first. Browsers
  /// say which one of them their user reads best: that is the language of pages, and if it is written from right to left,
  /// so are they.
  public var languages = ["en"]

  /// How long a form waits for the side effects that it started, in seconds. After that the page says that something is
  /// still going on, and gets itself again.
  public var effectPatience: Double = 2

  /// How many side effects of a session run at once. Others wait for their turn, and the page says so. A side effect that
  /// waits in `Hydra.await` counts, but what it has dispatched and awaits runs in its place.
  public var sideEffectsPerSession = 4

  /// How many side effects of all sessions run at once, without those that wait in `Hydra.await`. Sessions take turns.
  public var sideEffectsAtOnce = 64

  /// How many threads side effects have at most, those included that wait. Half of them are for what side effects dispatch
  /// and await, which is refused with an error if there is no thread left.
  public var sideEffectThreads = 512

  /// How many scenes of a session are kept: one for each URL that was used last.
  public var scenesPerSession = 8

  /// How many sessions are in memory at most, those in use aside. The others are stored.
  public var sessionsInMemory = 10_000

  /// How long an unused session stays in memory, in seconds.
  public var memoryLifetime = 600

  /// How long a session that changed something is stored without being used, in seconds.
  public var sessionLifetime = 14 * 24 * 3600

  /// How long a session that was only looked at is stored, in seconds.
  public var visitLifetime = 3600

  /// How long a session is stored at most, however much it is used, in seconds; nil for as long as it is used.
  public var longestSessionLifetime: Int?

  /// How many bytes all that is stored of a session may have. What would make it larger is refused, and undone.
  public var sessionBytes = 1024 * 1024

  /// How many bytes the files of one form may have together: what `UIDocumentPickerViewController` takes. 0 for no files,
  /// so that apps without pickers need no room for any. The files lie in the folder that `TMPDIR` names, `/tmp` by default.
  public var uploadBytes = 0

  /// Flags of the app's own, beside the server's.
  public var flags: [ServerFlag] = []

  public init() {}
}

/// An app delegate that configures its server.
public protocol ServerConfigurable {
  static var serverConfiguration: ServerConfiguration { get }
}

package import Locks

/// A picture of the app's, by its name in `Public/`.
public final class UIImage: Equatable, Hashable, Sendable {
  /// Where the page finds it: a path on this server, or a `data:` URL.
  package let url: String

  /// Finds the URL of an image that the app ships; nil when there is none of that name.
  package static let finder = Mutex<@Sendable (String) -> String?>({ name in
    "/" + (name.contains(".") ? name : name + ".svg")
  })

  /// The image `name` of the app: a file of that name in `Public/`, whose ending, if it is not in the name, is one of
  /// svg, png, webp and jpg.
  ///
  /// - Returns: nil if there is no such file.
  public init?(named name: String) {
    let find = Self.finder.withLock { $0 }
    guard let url = find(name) else { return nil }
    self.url = url
  }

  public static func == (left: UIImage, right: UIImage) -> Bool { left === right || left.url == right.url }

  public func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

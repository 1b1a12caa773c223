public import Foundation
internal import Hydra

/// A class whose objects an item provider can make.
public protocol NSItemProviderReading: AnyObject {
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// Supplies a file that the user picked, dropped or pasted. The file exists as long as the provider. Completion handlers run later, in
/// a turn of the session. On iOS it is in the module Foundation.
open class NSItemProvider: NSObject {
  private let file: URL
  private let type: UTType
  private let owner: PickedFiles

  init(file: URL, _ type: UTType, of owner: PickedFiles) {
    (self.file, self.type, self.owner) = (file, type, owner)
    suggestedName = file.deletingPathExtension().lastPathComponent
  }

  /// The name of the file without its extension.
  open var suggestedName: String?

  /// The type of the file, by its name or else by what the browser says. The content is not checked.
  open var registeredTypeIdentifiers: [String] { [type.identifier] }

  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    type.conforms(to: UTType(importedAs: typeIdentifier))
  }

  public final var registeredContentTypes: [UTType] { [type] }

  open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    aClass.readableTypeIdentifiersForItemProvider.contains(where: hasItemConformingToTypeIdentifier)
  }

  public final func canLoadObject<T: _ObjectiveCBridgeable>(ofClass: T.Type) -> Bool
  where T._ObjectiveCType: NSItemProviderReading { canLoadObject(ofClass: T._ObjectiveCType.self) }

  /// Makes an object of the file, such as a `UIImage`.
  @discardableResult open func loadObject(
    ofClass aClass: any NSItemProviderReading.Type,
    completionHandler: @escaping ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) -> Progress { Self.load({ try self.object(ofClass: aClass) }, completionHandler) }

  /// Makes a `String` of a text file.
  @discardableResult public final func loadObject<T: _ObjectiveCBridgeable>(
    ofClass: T.Type, completionHandler: @escaping (T?, (any Error)?) -> Void
  ) -> Progress where T._ObjectiveCType: NSItemProviderReading {
    loadObject(ofClass: T._ObjectiveCType.self) { object, error in
      completionHandler((object as? T._ObjectiveCType).map(T._unconditionallyBridgeFromObjectiveC), error)
    }
  }

  @discardableResult open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, completionHandler: @escaping (Data?, (any Error)?) -> Void
  ) -> Progress {
    Self.load({ try Data(contentsOf: self.file(typeIdentifier), options: .alwaysMapped) }, completionHandler)
  }

  /// Makes a temporary file, which exists until the completion handler returns.
  @discardableResult open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String, completionHandler: @escaping (URL?, (any Error)?) -> Void
  ) -> Progress {
    Self.load {
      let file = try self.file(typeIdentifier)
      return try PickedFiles([
        SentFile(name: file.lastPathComponent, contentType: nil, size: 0, path: file.path, owner: self)
      ])
    } _: { copy, error in
      withExtendedLifetime(copy) { completionHandler(copy?.urls.first, error) }
    }
  }

  @discardableResult public final func loadDataRepresentation(
    for contentType: UTType, completionHandler: @escaping (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
  }

  /// - Parameter openInPlace: No effect. The file is a copy.
  @discardableResult public final func loadFileRepresentation(
    for contentType: UTType, openInPlace: Bool = false,
    completionHandler: @escaping (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    loadFileRepresentation(forTypeIdentifier: contentType.identifier) { completionHandler($0, false, $1) }
  }

  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: @escaping (Any?, (any Error)?) -> Void
  ) { _ = Self.load({ try self.file(typeIdentifier) }, { completionHandler($0, $1) }) }

  /// Returns the `URL` of the file.
  open nonisolated(nonsending) func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
  ) async throws -> Any {
    try file(typeIdentifier)
  }

  private func file(_ typeIdentifier: String) throws -> URL {
    guard hasItemConformingToTypeIdentifier(typeIdentifier) else { throw CocoaError(.fileNoSuchFile) }
    return file
  }

  final func object(ofClass aClass: any NSItemProviderReading.Type) throws -> any NSItemProviderReading {
    guard canLoadObject(ofClass: aClass) else { throw CocoaError(.fileReadUnsupportedScheme) }
    return try aClass.object(
      withItemProviderData: Data(contentsOf: file, options: .alwaysMapped), typeIdentifier: type.identifier)
  }

  /// Loads a value in a later turn.
  static func load<Value>(
    _ value: @escaping () throws -> Value, _ completionHandler: @escaping (Value?, (any Error)?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    Origin.current.async {
      do {
        if progress.isCancelled { throw CocoaError(.userCancelled) }
        completionHandler(try value(), nil)
      } catch {
        completionHandler(nil, error)
      }
      progress.completedUnitCount = 1
    }
    return progress
  }
}

/// The types that a responder can paste.
open class UIPasteConfiguration: NSObject {
  open var acceptableTypeIdentifiers: [String]

  public init(acceptableTypeIdentifiers: [String]) { self.acceptableTypeIdentifiers = acceptableTypeIdentifiers }

  public convenience init(forAccepting aClass: any NSItemProviderReading.Type) {
    self.init(acceptableTypeIdentifiers: aClass.readableTypeIdentifiersForItemProvider)
  }
}

extension PickedFiles {
  /// Providers of the files, each of which keeps all of them.
  var itemProviders: [NSItemProvider] { zip(urls, types).map { NSItemProvider(file: $0, $1, of: self) } }
}

extension UIImage: NSItemProviderReading {
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.image"] }

  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> UIImage {
    guard let image = UIImage(data: data) else { throw CocoaError(.fileReadCorruptFile) }
    return image
  }
}

extension NSString: NSItemProviderReading {
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.plain-text"] }

  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    guard let text = String(data: data, encoding: .utf8).map(NSString.init(string:)) as? Self else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    return text
  }
}

extension NSURL: NSItemProviderReading {
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    guard let url = NSURL(string: String(decoding: data, as: UTF8.self)) as? Self else {
      throw CocoaError(.coderReadCorrupt)
    }
    return url
  }
}

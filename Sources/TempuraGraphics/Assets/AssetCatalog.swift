internal import Basics
internal import Foundation

/// The content of a folder `….xcassets`: colours, images and data by their names.
///
/// The format of the files is described in Apple's Asset Catalog Format Reference.
struct AssetCatalog: Sendable {
  var colors: [String: UIColor] = [:]
  var images: [String: UIImage] = [:]
  /// The URLs of app icons, by the names of their sets.
  var appIcons: [String: [String]] = [:]
  /// The paths of the files in data sets.
  var data: [String: String] = [:]
  /// The paths of image files by their URL.
  var files: [String: String] = [:]

  /// Reads a catalogue. Entries that are broken or have missing files are reported, and left out.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - url: The path of the catalogue's files in URLs, such as `/assets/App_App/Assets`.
  init(path: String, url: String) {
    read(path, url: url, namespace: "")
  }

  private mutating func read(_ folder: String, url: String, namespace: String) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    for file in names {
      let path = "\(folder)/\(file)"
      let parts = file.split(separator: ".", omittingEmptySubsequences: false)
      let stem = parts.count > 1 ? parts.dropLast().joined(separator: ".") : file
      let name = namespace + stem
      let fileURL = "\(url)/\(Self.encoded(file))"
      switch parts.count > 1 ? parts.last : nil {
      case "colorset"?: colors[name] = ColorSet.read(path)
      case "imageset"?:
        guard let set = ImageSet.read(path, url: fileURL) else { continue }
        images[name] = set.image
        files.merge(set.files) { first, _ in first }
      case "appiconset"?:
        let icons = Self.appIcons(path)
        appIcons[name] = icons.map { "\(fileURL)/\(Self.encoded($0))" }
        for icon in icons { files["\(fileURL)/\(Self.encoded(icon))"] = "\(path)/\(icon)" }
      case "dataset"?: data[name] = Self.dataFile(path)
      case nil where Self.isFolder(path):
        let contents = Contents.read(path, isOptional: true)
        let providesNamespace = contents?.properties?.providesNamespace ?? false
        read(path, url: fileURL, namespace: providesNamespace ? "\(name)/" : namespace)
      default: break
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: ",")))
      ?? name
  }

  /// The names of a set's PNG files, in their order, without the dark and tinted variants.
  private static func appIcons(_ path: String) -> [String] {
    var names: [String] = []
    for entry in Contents.read(path)?.images ?? [] {
      guard let name = entry.filename, entry.appearances.isLight, !name.contains("/"), name.hasSuffix(".png"),
        !names.contains(name)
      else { continue }
      guard FileManager.default.fileExists(atPath: "\(path)/\(name)") else {
        report("\(path)/\(name)", "does not exist")
        continue
      }
      names.append(name)
    }
    return names
  }

  private static func dataFile(_ path: String) -> String? {
    guard let contents = Contents.read(path) else { return nil }
    guard let name = contents.data?.lazy.compactMap(\.filename).first else {
      report(path, "names no file")
      return nil
    }
    guard FileManager.default.fileExists(atPath: "\(path)/\(name)") else {
      report(path, "names the file \(name), which does not exist")
      return nil
    }
    return "\(path)/\(name)"
  }

  static func report(_ path: String, _ problem: String) {
    Misuse.report("The asset \(path) \(problem). It is left out.")
  }
}

/// A file `Contents.json`.
struct Contents: Decodable {
  struct Appearance: Decodable {
    var appearance, value: String
  }

  struct Color: Decodable {
    struct Components: Decodable {
      var red, green, blue, white, alpha: String?
    }

    var colorSpace: String?
    var components: Components?
    /// A colour of the system, such as `systemBlueColor`.
    var reference: String?

    enum CodingKeys: String, CodingKey {
      case colorSpace = "color-space"
      case components, reference
    }
  }

  struct ColorEntry: Decodable {
    var idiom: String?
    var appearances: [Appearance]?
    var color: Color?
  }

  struct ImageEntry: Decodable {
    struct Resizing: Decodable {
      struct Insets: Decodable {
        var top, left, bottom, right: Double?
      }

      var mode: String?
      var capInsets: Insets?

      enum CodingKeys: String, CodingKey {
        case mode
        case capInsets = "cap-insets"
      }
    }

    var idiom, filename, scale: String?
    var appearances: [Appearance]?
    var resizing: Resizing?
  }

  struct DataEntry: Decodable {
    var filename: String?
  }

  struct Properties: Decodable {
    var providesNamespace: Bool?
    var template: String?

    enum CodingKeys: String, CodingKey {
      case providesNamespace = "provides-namespace"
      case template = "template-rendering-intent"
    }
  }

  var colors: [ColorEntry]?
  var images: [ImageEntry]?
  var data: [DataEntry]?
  var properties: Properties?

  /// Reads the file of a folder. A broken or missing one is reported.
  static func read(_ folder: String, isOptional: Bool = false) -> Contents? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/Contents.json") else {
      if !isOptional { AssetCatalog.report(folder, "has no file Contents.json") }
      return nil
    }
    do {
      return try JSONDecoder().decode(Contents.self, from: data)
    } catch {
      AssetCatalog.report("\(folder)/Contents.json", "is not valid")
      return nil
    }
  }
}

extension [Contents.Appearance]? {
  /// Whether these are the dark appearance only.
  var isDark: Bool { self?.count == 1 && self?.first?.value == "dark" }

  /// Whether these are the usual or light appearance only.
  var isLight: Bool { (self ?? []).allSatisfy { $0.value == "light" } }
}

extension String? {
  /// The order of preference of a device's kind: entries for phones stand before others on a page.
  var idiomRank: Int? { [nil, "universal", "iphone", "ipad"].firstIndex(of: self) }
}

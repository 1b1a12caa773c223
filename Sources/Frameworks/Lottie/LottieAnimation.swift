internal import Basics
public import Foundation
internal import TempuraUI

/// An animation in the JSON format of Lottie.
///
/// Pages show one frame of an animation: see `LottieAnimationView`.
public final class LottieAnimation: Sendable {
  /// The size in points.
  public let size: CGSize
  /// The first frame.
  public let startFrame: CGFloat
  /// The frame after the last one.
  public let endFrame: CGFloat
  /// The number of frames per second.
  public let framerate: Double

  let layers: [JSON]
  /// The layers of precompositions by their ids.
  let compositions: [String: [JSON]]

  public var bounds: CGRect { CGRect(origin: .zero, size: size) }
  /// In seconds.
  public var duration: TimeInterval { framerate > 0 ? Double(endFrame - startFrame) / framerate : 0 }

  /// - Returns: nil if the data is no animation.
  init?(data: Data) {
    guard let json = (try? JSONSerialization.jsonObject(with: data)).map(JSON.init), let layers = json["layers"].list
    else { return nil }
    size = CGSize(width: json["w"].number ?? 0, height: json["h"].number ?? 0)
    startFrame = CGFloat(json["ip"].number ?? 0)
    endFrame = max(startFrame, CGFloat(json["op"].number ?? 0))
    framerate = json["fr"].number ?? 0
    self.layers = layers
    compositions = (json["assets"].list ?? []).reduce(into: [:]) { compositions, asset in
      if let id = asset["id"].text, let layers = asset["layers"].list { compositions[id] = layers }
    }
    guard (1...10_000).contains(size.width), (1...10_000).contains(size.height) else { return nil }
  }

  private static let known = Locked<[String: LottieAnimation]>([:])

  /// The animation of a file, which is read once.
  ///
  /// - Returns: nil if the file does not exist or is no animation.
  public static func filepath(_ filepath: String) -> LottieAnimation? {
    if let animation = known.withLock({ $0[filepath] }) { return animation }
    guard let data = FileManager.default.contents(atPath: filepath) else { return nil }
    guard let animation = LottieAnimation(data: data) else {
      Misuse.report("\(filepath) is no Lottie animation. It is not shown.")
      return nil
    }
    known.withLock { $0[filepath] = animation }
    return animation
  }

  /// The animation of a resource.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without `.json`.
  ///   - bundle: The main bundle stands for the resources of all targets.
  /// - Returns: nil if there is no such animation.
  public static func named(
    _ name: String, bundle: Bundle = .main, subdirectory: String? = nil
  ) -> LottieAnimation? {
    let file = (subdirectory.map { "\($0)/" } ?? "") + (name.hasSuffix(".json") ? name : "\(name).json")
    return bundle.folders.lazy.compactMap { filepath("\($0)/\(file)") }.first
  }

  /// Returns the frame at a progress from 0 to 1. The end is the last frame that is shown.
  func frame(atProgress progress: CGFloat) -> CGFloat {
    min(startFrame + (endFrame - startFrame) * progress, max(startFrame, endFrame - 1))
  }
}

/// A value of JSON. Truth values are the numbers 1 and 0.
enum JSON: Sendable {
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])
  case null

  init(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let list as [Any]: self = .list(list.map(JSON.init))
    case let object as [String: Any]: self = .object(object.mapValues(JSON.init))
    case let number as NSNumber: self = .number(number.doubleValue)
    default: self = .null
    }
  }

  subscript(key: String) -> JSON {
    if case .object(let values) = self { values[key] ?? .null } else { .null }
  }

  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [JSON]? { if case .list(let list) = self { list } else { nil } }

  /// The numbers of a list, or one number as a list.
  var numbers: [CGFloat] { (list ?? [self]).compactMap { $0.number.map { CGFloat($0) } } }
}

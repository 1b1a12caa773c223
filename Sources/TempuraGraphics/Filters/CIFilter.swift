internal import Basics
public import Foundation
internal import Pictures

public let kCIInputImageKey = "inputImage"
public let kCIInputRadiusKey = "inputRadius"
public let kCIInputIntensityKey = "inputIntensity"
public let kCIInputColorKey = "inputColor"
public let kCIInputSaturationKey = "inputSaturation"
public let kCIInputBrightnessKey = "inputBrightness"
public let kCIInputContrastKey = "inputContrast"
public let kCIInputEVKey = "inputEV"
public let kCIInputExtentKey = "inputExtent"
public let kCIOutputImageKey = "outputImage"

/// A filter: one of those that apps use most. Its values are those of its keys on iOS, and properties of the same names.
public final class CIFilter {
  public let name: String
  private var values: [String: Any]

  /// What filters make, by their names.
  private static let filters: [String: @Sendable (CIFilter) -> CIImage?] = [
    "CIGaussianBlur": { $0.blurred(by: 1) },
    "CIBoxBlur": { $0.blurred(by: 1 / 1.7) },
    "CIAreaAverage": { $0.average },
    "CIQRCodeGenerator": { $0.code },
    "CIColorMatrix": { $0.colored($0.vectors) },
    "CIPhotoEffectNoir": { $0.colored(grey(1, times: 1.4, plus: -0.2)) },
    "CIPhotoEffectMono": { $0.colored(grey(1)) },
    "CIPhotoEffectTonal": { $0.colored(grey(1)) },
    "CISepiaTone": {
      $0.colored(mixed([0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131], $0.intensity))
    },
    "CIColorMonochrome": { filter in
      let channels = [filter.color.red, filter.color.green, filter.color.blue].map { Double($0) }
      return filter.colored(mixed(channels.flatMap { channel in luminance.map { $0 * channel } }, filter.intensity))
    },
    "CIColorInvert": { $0.colored([-1, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0]) },
    "CIExposureAdjust": { $0.colored(grey(0, times: pow(2, $0.number(kCIInputEVKey, 0.5)))) },
    "CIColorControls": { filter in
      let contrast = filter.number(kCIInputContrastKey, 1)
      let offset = filter.number(kCIInputBrightnessKey, 0) * contrast + 0.5 * (1 - contrast)
      return filter.colored(grey(1 - filter.number(kCIInputSaturationKey, 1), times: contrast, plus: offset))
    },
  ]

  /// - Returns: nil for filters that are not here.
  public init?(name: String) {
    guard Self.filters[name] != nil else {
      Misuse.report(
        "There is no filter \(name) on a server. There are: \(Self.filters.keys.sorted().joined(separator: ", ")).")
      return nil
    }
    (self.name, values) = (name, [:])
  }

  public convenience init?(name: String, parameters: [String: Any]?) {
    self.init(name: name)
    for (key, value) in parameters ?? [:] { setValue(value, forKey: key) }
  }

  private init(_ name: String) { (self.name, values) = (name, [:]) }

  public func setDefaults() {}
  public func setValue(_ value: Any?, forKey key: String) { values[key] = value }
  public func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

  private func number(_ key: String, _ usual: Double) -> Double {
    values[key].flatMap(Double.init(any:)).flatMap { $0.isFinite ? $0 : nil } ?? usual
  }

  // MARK: - Values, also as properties

  public var inputImage: CIImage? {
    get { values[kCIInputImageKey] as? CIImage }
    set { values[kCIInputImageKey] = newValue }
  }
  public var radius: Float {
    get { Float(number(kCIInputRadiusKey, 10)) }
    set { values[kCIInputRadiusKey] = newValue }
  }
  public var intensity: Float {
    get { Float(number(kCIInputIntensityKey, 1)) }
    set { values[kCIInputIntensityKey] = newValue }
  }
  public var saturation: Float {
    get { Float(number(kCIInputSaturationKey, 1)) }
    set { values[kCIInputSaturationKey] = newValue }
  }
  public var brightness: Float {
    get { Float(number(kCIInputBrightnessKey, 0)) }
    set { values[kCIInputBrightnessKey] = newValue }
  }
  public var contrast: Float {
    get { Float(number(kCIInputContrastKey, 1)) }
    set { values[kCIInputContrastKey] = newValue }
  }
  public var ev: Float {
    get { Float(number(kCIInputEVKey, 0.5)) }
    set { values[kCIInputEVKey] = newValue }
  }
  public var extent: CGRect {
    get { (values[kCIInputExtentKey] as? CIVector)?.rect ?? values[kCIInputExtentKey] as? CGRect ?? .infinite }
    set { values[kCIInputExtentKey] = newValue }
  }
  public var color: CIColor {
    get { values[kCIInputColorKey] as? CIColor ?? CIColor(red: 0.6, green: 0.45, blue: 0.3) }
    set { values[kCIInputColorKey] = newValue }
  }
  /// The content of a QR code.
  public var message: Data {
    get { values["inputMessage"] as? Data ?? Data() }
    set { values["inputMessage"] = newValue }
  }
  /// How much of a QR code may be damaged: `L` 7 %, `M` 15 %, `Q` 25 %, `H` 30 %.
  public var correctionLevel: String {
    get { values["inputCorrectionLevel"] as? String ?? "M" }
    set { values["inputCorrectionLevel"] = newValue }
  }

  public class func gaussianBlur() -> CIFilter { CIFilter("CIGaussianBlur") }
  public class func boxBlur() -> CIFilter { CIFilter("CIBoxBlur") }
  public class func colorControls() -> CIFilter { CIFilter("CIColorControls") }
  public class func colorMonochrome() -> CIFilter { CIFilter("CIColorMonochrome") }
  public class func photoEffectMono() -> CIFilter { CIFilter("CIPhotoEffectMono") }
  public class func photoEffectNoir() -> CIFilter { CIFilter("CIPhotoEffectNoir") }
  public class func photoEffectTonal() -> CIFilter { CIFilter("CIPhotoEffectTonal") }
  public class func sepiaTone() -> CIFilter { CIFilter("CISepiaTone") }
  public class func colorInvert() -> CIFilter { CIFilter("CIColorInvert") }
  public class func exposureAdjust() -> CIFilter { CIFilter("CIExposureAdjust") }
  public class func areaAverage() -> CIFilter { CIFilter("CIAreaAverage") }
  public class func qrCodeGenerator() -> CIFilter { CIFilter("CIQRCodeGenerator") }

  // MARK: - The result

  public var outputImage: CIImage? { Self.filters[name]?(self) }

  private func blurred(by factor: Double) -> CIImage? {
    guard let image = inputImage else { return nil }
    let radius = min(max(number(kCIInputRadiusKey, 10), 0), 1000)
    let blur = "<feGaussianBlur stdDeviation=\"\(CSS.number(radius * factor))\"/>"
    // The colours at the edges stay what they are, and do not fade.
    let opaque = "<feComponentTransfer><feFuncA type=\"linear\" slope=\"255\"/></feComponentTransfer>"
    return image.filtered(by: image.isClamped ? blur + opaque : blur, margin: (3 * radius).rounded(.up))
  }

  private var average: CIImage? {
    guard let image = inputImage else { return nil }
    var request = PictureRequest(.png)
    (request.width, request.height, request.isExact) = (1, 1, true)
    return (try? image.cropped(to: extent).drawing.pixelPicture.made(request)).flatMap { CIImage(data: $0.data) }
  }

  /// A code with a module of space around it, a pixel for each module, black on white.
  private var code: CIImage? {
    var request = PictureRequest(.qrCode)
    request.quality = ["L", "M", "Q", "H"].firstIndex(of: correctionLevel) ?? 1
    guard let made = try? PictureProcess.make(request, of: message) else { return nil }
    let side = made.width + 2
    let modules = made.data.enumerated().filter { $0.element == 1 }
      .map { "M\($0.offset % made.width + 1) \($0.offset / made.width + 1)h1v1h-1z" }.joined()
    var drawing = Drawing(size: CGSize(width: side, height: side))
    drawing.markup =
      "<g shape-rendering=\"crispEdges\"><rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/><path d=\"\(modules)\"/></g>"
    return CIImage(drawing)
  }

  /// - Parameter matrix: Four rows for red, green, blue and opacity: how much they have of each, and what is added.
  private func colored(_ matrix: [Double]) -> CIImage? {
    let numbers = matrix.map { CSS.number($0) }.joined(separator: " ")
    return inputImage?.filtered(by: "<feColorMatrix type=\"matrix\" values=\"\(numbers)\"/>")
  }

  private var vectors: [Double] {
    let bias = numbers("inputBiasVector") ?? [0, 0, 0, 0]
    return ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].enumerated().flatMap { index, key in
      (numbers(key) ?? (0..<4).map { $0 == index ? 1 : 0 }) + [bias[index]]
    }
  }

  /// Four numbers; nil if there is no vector.
  private func numbers(_ key: String) -> [Double]? {
    guard let vector = values[key] as? CIVector else { return nil }
    return (0..<4).map { $0 < vector.numbers.count ? Double(vector.numbers[$0]) : 0 }
  }

  /// Rec. 709.
  private static let luminance = [0.2126, 0.7152, 0.0722]

  /// - Parameter amount: From 0, the colours as they are, to 1, grey.
  private static func grey(_ amount: Double, times factor: Double = 1, plus offset: Double = 0) -> [Double] {
    let rows = (0..<3).map { row in
      luminance.enumerated().map { factor * ($1 * amount + ($0 == row ? 1 - amount : 0)) } + [0, offset]
    }
    return rows.flatMap { $0 } + [0, 0, 0, 1, 0]
  }

  /// - Parameter matrix: Nine numbers, of which the result has as much as the intensity says.
  private static func mixed(_ matrix: [Double], _ intensity: Float) -> [Double] {
    let amount = Double(min(max(intensity, 0), 1))
    let rows = (0..<3).map { row in
      (0..<3).map { matrix[3 * row + $0] * amount + ($0 == row ? 1 - amount : 0) } + [0, 0]
    }
    return rows.flatMap { $0 } + [0, 0, 0, 1, 0]
  }
}

/// Numbers for a filter.
public final class CIVector: Sendable {
  let numbers: [CGFloat]

  public init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { numbers = [x, y, z, w] }
  public init(x: CGFloat, y: CGFloat) { numbers = [x, y] }
  public init(cgRect rect: CGRect) { numbers = [rect.minX, rect.minY, rect.width, rect.height] }

  var rect: CGRect? {
    numbers.count == 4 ? CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
  }
}

/// A colour for a filter.
public final class CIColor: Sendable {
  public let red, green, blue, alpha: CGFloat

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  public convenience init(color: UIColor) {
    let light = color.light
    self.init(red: light.red, green: light.green, blue: light.blue, alpha: light.alpha)
  }
}

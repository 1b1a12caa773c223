internal import Basics
internal import Foundation
internal import TempuraUI

/// What a request says about its browser: client hints (RFC 8942) and the language. A value that is not sent is 0, and the
/// value of an earlier request is used.
struct ClientHints: Equatable, Sendable {
  /// The size of the browser's window in CSS pixels.
  private(set) var width: Int32 = 0
  private(set) var height: Int32 = 0
  /// Hundredths of pixels to a CSS pixel.
  private(set) var density: Int32 = 0
  private(set) var style: Style = .unknown
  private(set) var device: Device = .unknown
  /// The number of the app's language that fits best, counted from 1.
  private(set) var language: Int16 = 0
  /// The region in which the user reads the language, such as `GB`; empty if the browser names none.
  private(set) var region = ""
  /// The browser's default text size, in hundredths of CSS pixels.
  private(set) var textSize: Int32 = 0

  /// The time zone of the browser; nil if no script told it.
  var timeZone: TimeZone?

  /// What the device covers at the top, right, bottom and left of the window, in CSS pixels.
  private(set) var safeArea = SIMD4<Int16>()

  enum Style: UInt8 { case unknown, light, dark }
  enum Device: UInt8 { case unknown, mobile, other, iPhone }

  /// Whether the browser has not said how large its window is.
  var isSizeUnknown: Bool { width == 0 }

  init() {}

  /// - Parameters:
  ///   - languages: Those of the app.
  ///   - isLive: Whether it is a live request. Only these say what the script knows of the window and the time zone.
  ///   - isShow: Whether it is a GET. The times in a form are in the time zone of its page, not in one that is told with it.
  ///   - header: Returns a header field of the request.
  init(languages: [String], isLive: Bool, isShow: Bool, header: (StaticString) -> String?) {
    if let value = header("Sec-CH-Viewport-Width") {
      width = Self.length(Int32(value), least: Self.leastWidth)
      height = Self.length(header("Sec-CH-Viewport-Height").flatMap { Int32($0) }, least: 100)
    }
    if isLive, let screen = header("Tempura-Screen") { readScreen(screen) }
    if isLive, isShow, let zone = header("Tempura-Time-Zone"), zone.utf8.count <= 64 {
      timeZone = TimeZone(identifier: zone)
    }
    if let density = header("Sec-CH-DPR").flatMap(Double.init), density >= 0.5, density <= 10 {
      self.density = Int32(density * 100)
    }
    if let scheme = header("Sec-CH-Prefers-Color-Scheme")?.lowercased() {
      style = scheme == "\"dark\"" ? .dark : scheme == "\"light\"" ? .light : .unknown
    }
    if let isMobile = header("Sec-CH-UA-Mobile") {
      device = isMobile == "?1" ? .mobile : isMobile == "?0" ? .other : .unknown
    } else if header("User-Agent")?.contains("iPhone") == true {
      device = .iPhone
    }
    if let field = header("Accept-Language") {
      let accepted = AcceptedLanguage(among: languages, field: field)
      language = Int16(clamping: accepted.index + 1)
      region = accepted.region
    }
  }

  /// Reads what the script of live pages says: the width and height of the window, the size of text, and what the device covers.
  private mutating func readScreen(_ field: String) {
    guard let values = Self.numbers(field), values.count == 3 || values.count == 7, 4...100 ~= values[2] else { return }
    let covered = values[3...]
    let (width, height) = (Self.length(values[0], least: Self.leastWidth), Self.length(values[1], least: 100))
    guard width > 0, height > 0, covered.allSatisfy({ $0 <= 500 }) else { return }
    (self.width, self.height, textSize) = (width, height, values[2] * 100)
    if !covered.isEmpty { safeArea = SIMD4(covered.map { Int16($0) }) }
  }

  /// Reads whole numbers with a space between them. Larger ones than any length are one million. Nil if the text is anything else.
  private static func numbers(_ text: String) -> [Int32]? {
    var numbers: [Int32] = []
    numbers.reserveCapacity(7)
    var number: Int32?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = min((number ?? 0) * 10 + Int32(byte & 15), 1_000_000)
      case UInt8(ascii: " "):
        guard let last = number else { return nil }
        numbers.append(last)
        number = nil
      default: return nil
      }
    }
    guard let number else { return nil }
    numbers.append(number)
    return numbers
  }

  /// No browser's window is narrower, in CSS pixels, and no page is, in points. The narrower a page is, the more lines its
  /// texts have.
  private static let leastWidth: Int32 = 240

  private static func length(_ value: Int32?, least: Int32) -> Int32 {
    guard let value, value >= least, value <= 20_000 else { return 0 }
    return value
  }

  /// These values, and for each one that is missing the one that was known before.
  func completed(by known: ClientHints) -> ClientHints {
    var complete = self
    if width == 0 { (complete.width, complete.height) = (known.width, known.height) }
    if textSize == 0 { (complete.textSize, complete.safeArea) = (known.textSize, known.safeArea) }
    if timeZone == nil { complete.timeZone = known.timeZone }
    if density == 0 { complete.density = known.density }
    if style == .unknown { complete.style = known.style }
    if device == .unknown { complete.device = known.device }
    if language == 0 { (complete.language, complete.region) = (known.language, known.region) }
    return complete
  }

  /// Whether each value is missing, or the one that was known before: then `completed(by:)` returns what was known.
  func sayNothingNew(to known: ClientHints) -> Bool {
    (width == 0 || width == known.width && height == known.height)
      && (textSize == 0 || textSize == known.textSize && safeArea == known.safeArea)
      && (timeZone == nil || timeZone == known.timeZone) && (density == 0 || density == known.density)
      && (style == .unknown || style == known.style) && (device == .unknown || device == known.device)
      && (language == 0 || language == known.language && region == known.region)
  }

  // MARK: - Traits

  /// The size of the browser's window; another one if the browser does not say.
  func screenSize(orElse size: CGSize) -> CGSize {
    CGSize(
      width: width > 0 ? CGFloat(width) * pointsPerPixel : size.width,
      height: height > 0 ? CGFloat(height) * pointsPerPixel : size.height)
  }

  var safeAreaInsets: UIEdgeInsets {
    func points(_ pixels: Int16) -> CGFloat { CGFloat(pixels) * pointsPerPixel }
    return UIEdgeInsets(
      top: points(safeArea[0]), left: points(safeArea[3]), bottom: points(safeArea[2]), right: points(safeArea[1]))
  }

  /// Lengths of pages follow the browser's text size, at whose default of 16 CSS pixels a point is one of them. A larger text
  /// has room for fewer points in the same window, but for those of the narrowest page at least.
  private var pointsPerPixel: CGFloat {
    guard textSize > 0, width > 0 else { return 1 }
    return min(max(1600 / CGFloat(textSize), CGFloat(Self.leastWidth) / CGFloat(width)), 2)
  }

  /// Reads what a live page tells of its scroll views: an id with percent escapes and the numbers of each, with spaces between them, and
  /// commas between the views. Drops what is malformed.
  func viewports(_ field: String) -> [Viewport] {
    field.split(separator: ",", maxSplits: Self.maxViewports).prefix(Self.maxViewports).compactMap { text in
      let parts = text.split(separator: " ")
      guard let id = parts.first.flatMap({ Array($0.utf8).withUnsafeBytes { PercentEncoding.decode($0) } }) else {
        return nil
      }
      return Viewport(
        id: id.streamSafe, parts.dropFirst().map { Double($0) ?? .nan }, scale: pointsPerPixel)
    }
  }

  // A screen has fewer scroll views that the script tells of.
  private static let maxViewports = 32

  /// Returns a place that a page tells as `x y`, in points; nil if it is malformed.
  func place(_ text: String) -> CGPoint? {
    let lengths = text.split(separator: " ").compactMap { Double($0) }.filter(\.isFinite).map(points(ofPixels:))
    return lengths.count == 2 ? CGPoint(x: lengths[0], y: lengths[1]) : nil
  }

  func points(ofPixels pixels: Double) -> CGFloat { CGFloat(pixels) * pointsPerPixel }

  /// Converts a length on the page into CSS pixels.
  func pixels(ofPoints points: Int) -> Int { Int((CGFloat(points) / pointsPerPixel).rounded()) }

  func traits(screenSize: CGSize, isRightToLeft: Bool) -> UITraitCollection {
    // The narrowest tablet is 744 points wide; a phone held sideways is less than 480 points high.
    let isWide = screenSize.width >= 744 && device != .mobile && device != .iPhone
    return UITraitCollection(
      idiom: isWide ? .pad : .phone,
      style: style == .dark ? .dark : style == .light ? .light : .unspecified,
      direction: isRightToLeft ? .rightToLeft : .leftToRight, scale: density > 0 ? CGFloat(density) / 100 : 3,
      horizontal: isWide ? .regular : .compact,
      vertical: screenSize.height < 480 ? .compact : .regular, category: .large)
  }
}

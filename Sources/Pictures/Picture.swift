internal import Basics
package import Foundation
internal import StateFolder

/// A picture's file, or what an app has drawn. The process has one object per content.
package final class Picture: Sendable {
  /// See ``ContentDigest``.
  package let digest: String
  package let header: PictureHeader
  /// The pictures that a drawing shows.
  private let parts: [Picture]
  private let content: Locked<Content>

  private struct Content {
    var data: Data
    var isKept: Bool
    /// Whether the data is a file of the folder that is mapped into memory.
    var isMapped: Bool
  }

  private struct Reference { weak var picture: Picture? }
  private static let all = Locked<[String: Reference]>([:])

  /// - Returns: nil for a file that is no picture.
  package static func of(_ content: Data) -> Picture? {
    let digest = ContentDigest.of(content)
    return existing(digest) ?? PictureHeader(content).map { add(Picture(digest, $0, content, [])) }
  }

  /// A drawing that shows other pictures, which its content names: see ``reference(width:isLying:)``.
  package static func drawing(_ content: Data, size: (width: Double, height: Double), of parts: [Picture]) -> Picture {
    let digest = ContentDigest.of(content)
    return existing(digest) ?? add(Picture(digest, PictureHeader(drawingOf: size), content, parts))
  }

  /// The picture that a page has named before.
  package static func named(_ digest: String) -> Picture? {
    if let picture = existing(digest) { return picture }
    // A copied file may say that it is a drawing of ours.
    if digest.hasSuffix(PictureFolder.copyEnding) { return nil }
    return PictureFolder.shared.content(of: digest).flatMap { content in
      PictureHeader(content, isOwn: true).map { add(Picture(digest, $0, content, [], isKept: true)) }
    }
  }

  /// Whether the process or its folder has a content.
  package static func isKnown(_ digest: String) -> Bool { isInMemory(digest) || PictureFolder.shared.has(digest) }

  fileprivate static func isInMemory(_ digest: String) -> Bool { existing(digest) != nil }

  private static func existing(_ digest: String) -> Picture? { all.withLock { $0[digest]?.picture } }

  private static func add(_ new: Picture) -> Picture {
    all.withLock { all in
      if let picture = all[new.digest]?.picture { return picture }
      all[new.digest] = Reference(picture: new)
      return new
    }
  }

  private init(_ digest: String, _ header: PictureHeader, _ content: Data, _ parts: [Picture], isKept: Bool = false) {
    (self.digest, self.header, self.parts) = (digest, header, parts)
    isComposed = header.format == .drawing && content.range(of: Data("href=\"\(Self.scheme)".utf8)) != nil
    self.content = Locked(Content(data: content, isKept: isKept, isMapped: isKept))
  }

  deinit {
    let digest = digest
    // One that came meanwhile must not be released with the lock.
    let other = Self.all.withLock { all in
      let other = all[digest]?.picture
      if other == nil { all[digest] = nil }
      return other
    }
    _ = other
  }

  /// The content of the file.
  package var data: Data { content.withLock(\.data) }

  /// Whether it is a drawing that shows other pictures, so that browsers get its pixels.
  package let isComposed: Bool

  /// Whether nothing of it is transparent for certain, as in photos.
  package var isOpaque: Bool { [.jpeg, .heif, .gif].contains(header.format) }

  /// Whether it is a drawing of shapes and texts alone, which browsers show themselves.
  package var isDrawing: Bool { header.format == .drawing && !isComposed }

  /// Keeps the content in the folder, where it is found when pages name it, also by another process. Large content then leaves the memory
  /// of the process.
  package func keep() {
    guard let data = content.withLock({ $0.isKept && PictureFolder.shared.has(digest) ? nil : $0.data }) else { return }
    for part in parts { part.keep() }
    guard PictureFolder.shared.has(digest) || PictureFolder.shared.add(data, as: digest) else { return }
    content.withLock { content in
      content.isKept = true
      // Its pages of memory are the system's, and stay if the file is removed.
      if data.count > 1 << 16, let file = PictureFolder.shared.content(of: digest) {
        (content.data, content.isMapped) = (file, true)
      }
    }
  }

  /// Gives the memory of the content back to the system, which reads the file again if it is used.
  private func leaveMemory() {
    content.withLock { content in
      guard content.isMapped else { return }
      content.data.withUnsafeBytes {
        _ = madvise(UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count, MADV_DONTNEED)
      }
    }
  }

  // MARK: - What is made of it

  /// Makes a file or pixels of it. Waits for them.
  package func made(_ request: PictureRequest) throws(PictureError) -> MadePicture {
    if let failure = Self.failures[digest], failure.end > .now { throw failure.error }
    defer { leaveMemory() }
    do throws(PictureError) { return try tryToMake(request) } catch {
      switch error {
      case .unreadable, .tooDemanding: Self.failures.insert((error, .now + .seconds(300)), for: digest, cost: 1)
      case .busy, .gone, .noProcess: break
      }
      throw error
    }
  }

  /// Contents of which nothing could be made lately. They are not tried again and again.
  private static let failures = GenerationCache<String, (error: PictureError, end: ContinuousClock.Instant)>(
    capacity: 1024)

  private func tryToMake(_ request: PictureRequest) throws(PictureError) -> MadePicture {
    guard header.format == .drawing else { return try PictureProcess.make(request, of: try source(of: request)) }
    var request = request
    if request.width > 0 {
      // It is drawn in its size.
      request.scale = Double(request.width) / header.width
      if !request.isExact { request.width = 0 }
    }
    return try PictureProcess.make(request, of: try resolved(data))
  }

  private static let maxReducedSide = 2048
  /// Locked while the smaller picture is made, which is once.
  private let reducing = Locked(())

  /// The file, or a smaller picture of it that is kept in the folder: HEIC and AVIF files are decoded whole for each size, which takes
  /// seconds.
  private func source(of request: PictureRequest) throws(PictureError) -> Data {
    let isSmall = request.width > 0 && max(request.width, request.height) <= Self.maxReducedSide / 2
    guard header.format == .heif, isSmall, [.jpeg, .webp].contains(request.format),
      max(header.width, header.height) > Double(Self.maxReducedSide)
    else { return data }
    let name = "\(digest)-reduced"
    let result = reducing.withLock { _ -> Result<Data, PictureError> in
      if let content = PictureFolder.shared.content(of: name) { return .success(content) }
      var request = PictureRequest(.jpeg)
      (request.width, request.height, request.quality) = (Self.maxReducedSide, Self.maxReducedSide, 92)
      return Result { () throws(PictureError) in
        let content = try PictureProcess.make(request, of: data).data
        PictureFolder.shared.add(content, as: name)
        return content
      }
    }
    return try result.get()
  }

  /// Returns a file of the picture that a browser shows, in a width. It is made once, and kept in the folder.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - takesWebP: Whether the browser shows WebP, which is smaller than the older formats.
  package func file(width: Int, takesWebP: Bool) throws(PictureError) -> (content: Data, mediaType: String) {
    let whole = header.uprightSize.width
    // A client may ask for any width. Drawings have three pixels for each point.
    let widest = isComposed ? 3 * whole : whole
    let width = Double(width) >= widest ? Int(widest) : Self.step(width)
    // Moving pictures stay as they are, and drawings are sharp in all sizes.
    let isKept = header.format == .gif || isDrawing
    // Others have places and dates of the camera in them.
    if isKept { return (data, header.format.mediaType) }
    // A whole screenshot keeps each pixel. A side of a WebP picture has at most 16,383 of them (RFC 9649, section 2.7).
    let isWhole = header.format == .png && Double(width) >= whole
    let fits = Double(width) * max(1, header.uprightSize.height / whole) < 16_384
    let format: PictureRequest.Format = isWhole ? .png : takesWebP && fits ? .webp : isOpaque ? .jpeg : .png
    let (name, type) = ("\(digest)-\(width).\(format)", "image/\(format)")
    if let file = PictureFolder.shared.content(of: name) { return (file, type) }
    var request = PictureRequest(format)
    request.width = width
    // The letters of a screenshot suffer most.
    request.quality = header.format == .png || header.format == .drawing ? 90 : 78
    do throws(PictureError) {
      let made = try made(request).data
      PictureFolder.shared.add(made, as: name)
      return (made, type)
    } catch {
      // Without the library, browsers scale the file.
      guard case .noProcess = error, header.format.isShownByBrowsers, !isComposed else { throw error }
      return (data, header.format.mediaType)
    }
  }

  /// Returns the next one of the widths in which browsers get pictures, at most an eighth larger.
  package static func step(_ width: Int) -> Int {
    let pixels = max(width, 16)
    let step = 1 << max(pixels.bitWidth - pixels.leadingZeroBitCount - 4, 0)
    return (pixels + step - 1) / step * step
  }

  // MARK: - Pictures in drawings

  private static let scheme = "picture:"

  /// The text that names a picture in a drawing.
  ///
  /// - Parameters:
  ///   - width: In pixels. Of a larger picture no more is decoded.
  ///   - isLying: Whether it is drawn as it is in its file.
  package func reference(width: Int, isLying: Bool) -> String {
    "\(Self.scheme)\(digest)/\(width)/\(isLying ? "lying" : "upright")"
  }

  /// A picture that a drawing names.
  package struct Part: Hashable {
    package let digest: String
    package let width: Int
    let isLying: Bool
  }

  /// Replaces the texts that name pictures in a drawing.
  package static func replacingReferences(
    in drawing: String, _ url: (Part) throws(PictureError) -> String
  ) throws(PictureError) -> String {
    var result = ""
    var rest = drawing[...]
    // Texts in a drawing have no quotes.
    while let match = rest.firstMatch(of: /href="picture:([0-9a-f]{32})\/([0-9]{1,5})\/(lying|upright)/) {
      result += rest[..<match.range.lowerBound] + "href=\""
      result += try url(Part(digest: String(match.1), width: Int(match.2) ?? 1, isLying: match.3 == "lying"))
      rest = rest[match.range.upperBound...]
    }
    return result + rest
  }

  private static let maxResolvedBytes = 128 << 20

  /// The drawing with its pictures in it.
  private func resolved(_ data: Data) throws(PictureError) -> Data {
    let drawing = String(decoding: data, as: UTF8.self)
    var (known, size) = ([Part: String](), 0)
    return Data(
      try Self.replacingReferences(in: drawing) { part throws(PictureError) in
        size += known[part]?.utf8.count ?? 0
        if size > Self.maxResolvedBytes { throw .tooDemanding }
        if let url = known[part] { return url }
        guard let picture = parts.first(where: { $0.digest == part.digest }) ?? Self.named(part.digest) else {
          throw .gone
        }
        // As a PNG file, a photo would be ten times as large.
        let isPhoto = [.jpeg, .heif].contains(picture.header.format)
        var request = PictureRequest(isPhoto ? .jpeg : .png)
        (request.width, request.isLying, request.quality) = (part.width, part.isLying, 95)
        let content = try picture.made(request).data.base64EncodedString()
        size += content.utf8.count
        known[part] = "data:image/\(request.format);base64,\(content)"
        return known[part]!
      }.utf8)
  }
}

extension PictureFolder {
  /// That of the process: beside its sessions, or among temporary files if it has no home. A file that is mapped into memory would keep
  /// its place on the disk.
  package static let shared = PictureFolder(
    at: (StateFolder.path ?? "\(NSTemporaryDirectory())/tempura-\(getuid())") + "/picture-cache", limit: 1 << 30,
    isInUse: Picture.isInMemory)
}

extension Picture: Hashable {
  package static func == (left: Picture, right: Picture) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

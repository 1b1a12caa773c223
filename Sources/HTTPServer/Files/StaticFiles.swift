internal import Basics
internal import CLinux
internal import Glibc

/// Serves the files of folders, and those that are built into the program. Texts are sent compressed to clients that take it.
///
/// Browsers keep a copy and ask each time whether it is still valid. So the next request sees a change of a file. They keep
/// it for good, without asking, if the URL names the version that is sent: as its query (`versioned`), or by a hash in its
/// path.
package struct StaticFiles: Sendable {
  private let folders: [Folder]
  private var builtIn: [String: Content]
  /// Built-in files with a hash of their content in their path.
  private let hashed: [String: Content]
  private let single: [String: String]
  /// The versions that URLs name, by the paths of the files.
  private var versions: [String: Version] = [:]
  private let compressed = CompressedFiles()

  private static let checked: HTTPHeaders = ["Cache-Control": "no-cache"]
  private static let kept: HTTPHeaders = ["Cache-Control": "public, max-age=31536000, immutable"]

  /// Closes the folder with the last copy.
  private final class Folder: Sendable {
    let descriptor: Int32
    init?(_ path: String) {
      descriptor = Glibc.open(path, folderFlags)
      if descriptor < 0 { return nil }
    }
    deinit { close(descriptor) }
  }

  /// A file in memory. It is read and hashed when it is first asked for: a program has many files, and a page names a few.
  package final class Content: Sendable {
    private let read: @Sendable () -> UnsafeRawBufferPointer
    private let known = Locked<Known?>(nil)

    private struct Known: @unchecked Sendable {
      // Safe because the bytes are never changed nor freed.
      let bytes: UnsafeRawBufferPointer
      let tag: String
      let digits: String
    }

    /// - Parameter read: Returns the bytes, which must stay as they are while the process lives. It is called once.
    package init(_ read: @escaping @Sendable () -> UnsafeRawBufferPointer) { self.read = read }

    package convenience init(_ bytes: UnsafeRawBufferPointer) {
      // Safe because the bytes are never changed nor freed.
      nonisolated(unsafe) let bytes = bytes
      self.init { bytes }
    }

    package var bytes: UnsafeRawBufferPointer { content.bytes }
    fileprivate var tag: String { content.tag }
    /// The version in URLs: the hash of the bytes as eight hexadecimal digits.
    package var digits: String { content.digits }

    private var content: Known {
      known.withLock { known in
        if let known { return known }
        let bytes = read()
        var hash = StableHash()
        hash.combine(bytes)
        let content = Known(bytes: bytes, tag: EntityTag.of(hash, size: bytes.count), digits: hash.digits)
        known = content
        return content
      }
    }
  }

  /// The version of a file that URLs name.
  private struct Version {
    /// The query of these URLs. Nil if the path contains a hash of the content.
    let query: String?
    /// The entity tag under which the file is found. Another one is another version.
    let found: String
    /// The entity tag that is sent. It depends on nothing but the content, unlike the numbers of a file system: of these, two
    /// servers may have the same ones for files that differ, and 304 would make a browser keep the wrong one for good.
    let tag: String
  }

  /// - Parameters:
  ///   - folders: Paths of folders. A file hides those of its name in later folders, and the built-in one. Folders that do
  ///     not exist are left out.
  ///   - builtIn: Files by their path below a folder, such as "css/app.css".
  ///   - hashed: Built-in files with a hash of their content in their path.
  ///   - single: The paths of further files in the file system, by their path below the server's root. Folders hide them.
  package init(
    folders: [String], builtIn: [String: Content], hashed: [String: Content] = [:], single: [String: String] = [:]
  ) {
    self.single = single
    self.folders = folders.compactMap { Folder($0) }
    self.builtIn = builtIn
    self.hashed = hashed
  }

  /// Adds built-in files.
  package mutating func add(_ files: [String: Content]) { builtIn.merge(files) { $1 } }

  /// The answer with the file that the request's path names: 200, 206 with a part, 416, 304 if the client has it already, 405 for methods other than
  /// GET and HEAD, 503 if the system cannot open a file now. Nil if there is no such file, or the path is not a plain path to
  /// a regular file below a folder.
  package func response(for exchange: HTTPExchange) -> HTTPResponse? {
    guard let path = Self.path(exchange.path) else { return nil }
    switch open(path) {
    case .file(let descriptor, let status):
      return response(
        to: exchange, path: path, found: Self.tag(of: status), version: versions[path],
        body: .file(descriptor: descriptor, size: status.st_size)
      ) { CompressedFiles.read(descriptor, size: status.st_size) }
    case .failed:
      return HTTPResponse(
        status: .serviceUnavailable, shared: Self.checked,
        headers: ["Content-Type": "text/plain; charset=utf-8", "Retry-After": "5"],
        body: .text("The file cannot be opened right now. Please try again in a moment.\n"))
    case .missing: break
    }
    guard let (file, version) = builtInFile(at: path) else { return nil }
    return response(to: exchange, path: path, found: version.found, version: version, body: .persistent(file.bytes))
  }

  private func builtInFile(at path: String) -> (file: Content, version: Version)? {
    guard let file = hashed[path] ?? builtIn[path] else { return nil }
    return (file, Version(query: hashed[path] == nil ? file.digits : nil, found: file.tag, tag: file.tag))
  }

  /// Returns the content of a file, by its path below the server's root, such as `css/app.css`; nil if there is none.
  package func contents(of path: String) -> [UInt8]? {
    guard case .file(let descriptor, let status) = open(path) else {
      return builtInFile(at: path).map { Array($0.file.bytes) }
    }
    defer { close(descriptor) }
    return CompressedFiles.read(descriptor, size: status.st_size)
  }

  /// Returns the content of the file that a URL of this server names, such as `/css/app.css?1f2e3d4c`; nil if there is none.
  package func contents(ofURL url: String) -> [UInt8]? {
    Self.path(String(url.prefix { $0 != "?" && $0 != "#" })).flatMap { contents(of: $0) }
  }

  /// Whether the path of a URL names a file.
  package func hasFile(at rawPath: String) -> Bool {
    guard let path = Self.path(rawPath) else { return false }
    if case .file(let descriptor, _) = open(path) {
      close(descriptor)
      return true
    }
    return hashed[path] != nil || builtIn[path] != nil
  }

  /// - Parameters:
  ///   - found: The tag of the file that was found.
  ///   - version: The version that URLs name, which may be that of another file.
  ///   - read: Returns the bytes of a body that is a file; nil if they cannot be read.
  private func response(
    to exchange: HTTPExchange, path: String, found: String, version: Version?, body: ResponseBody,
    read: (() -> [UInt8]?)? = nil
  ) -> HTTPResponse {
    let version = version.flatMap { $0.found == found ? $0 : nil }
    let plainTag = version?.tag ?? found
    // The page of a new server may ask an old server for a file, and the other way round. A server then answers with the
    // version that it has, and browsers must not keep that one under the URL of the other.
    let isNamed = version.map { $0.query == nil || $0.query == exchange.rawQuery } ?? false
    let headers = isNamed ? Self.kept : Self.checked
    let method = exchange.method
    guard method == .get || method == .head else {
      body.discard()
      return .methodNotAllowed(allow: "GET, HEAD", shared: headers)
    }
    let type = MediaType.ofFile(path)
    let isCompressible = CompressedFiles.take(type, size: body.count)
    // A part of the file is one of the file as it is.
    let range = FileRange(
      method == .get ? exchange.header("Range") : nil, ifRange: exchange.header("If-Range"), size: body.count,
      tag: plainTag)
    let file = (isCompressible && range == .whole ? FileCoding(for: exchange, size: body.count) : nil).flatMap {
      coding in
      // Each coding has a strong tag of its own (RFC 9110, section 8.8.3.3).
      compressed.file(at: path, coding, tag: EntityTag.compressed(plainTag, coding)) {
        read.map { $0() } ?? body.copiedBytes
      }
    }
    let tag = file?.tag ?? plainTag
    var own: HTTPHeaders = ["ETag": tag]
    if isCompressible { own.append("Vary", "Accept-Encoding") }
    if let field = exchange.header("If-None-Match"), EntityTag.matches(tag, field: field) {
      body.discard()
      return HTTPResponse(status: .notModified, shared: headers, headers: own)
    }
    own.append("Content-Type", type)
    if let policy = FilePolicy.of(type) { own.append("Content-Security-Policy", policy) }
    guard let file else { return range.response(shared: headers, headers: own, body: body) }
    body.discard()
    own.append("Content-Encoding", file.coding.rawValue)
    return HTTPResponse(shared: headers, headers: own, body: file.body)
  }

  // MARK: - Versions

  /// The size of files that get a version, in bytes. Others take long to read.
  private static let maxVersionedBytes = 16 * 1024 * 1024

  /// Returns the URL that names the present version of a file, such as `/app.css?9f27c1d0`, in place of any other query.
  /// Browsers may keep the answer to it for good, as long as the file is the same one.
  ///
  /// - Returns: The URL as it is, if it does not name one of these files, or its path contains a hash of the content, or the
  ///   file has more than 16 MB.
  package mutating func versioned(_ url: String) -> String {
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    guard let path = Self.path(String(url[..<end])) else { return url }
    if versions[path] == nil { versions[path] = version(of: path) }
    guard let query = versions[path]?.query else { return url }
    return "\(url[..<end])?\(query)\(url[end...].drop { $0 != "#" })"
  }

  /// Reads the version of a file.
  private func version(of path: String) -> Version? {
    guard case .file(let descriptor, let status) = open(path) else { return builtInFile(at: path)?.version }
    defer { close(descriptor) }
    // If the file changes after its status was read, it is another one when it is found again.
    guard status.st_size <= Self.maxVersionedBytes, let bytes = CompressedFiles.read(descriptor, size: status.st_size)
    else { return nil }
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    return Version(query: hash.digits, found: Self.tag(of: status), tag: EntityTag.of(hash, size: bytes.count))
  }

  static func tag(of status: stat) -> String {
    // That of the last change of any kind: programs that copy files can set the time of the content.
    let time = status.st_ctim
    return EntityTag.of(
      inode: UInt64(status.st_ino), size: status.st_size, seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  // MARK: - Finding files

  /// The decoded path below the folder; nil if a segment is not a plain name. Names must not begin with a dot, as `.` and `..` do.
  package static func path(_ raw: String) -> String? {
    var decoded: [UInt8] = []
    let bytes = Array(raw.utf8)
    guard bytes.first == 0x2f, bytes.count <= 1024 else { return nil }
    for segment in bytes.dropFirst().split(separator: 0x2f, omittingEmptySubsequences: false) {
      let name = segment.withUnsafeBytes { PercentEncoding.decode($0) }
      guard let name, let first = name.utf8.first, first != 0x2e,
        name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != 0x2f && $0 != 0x5c })
      else { return nil }
      if !decoded.isEmpty { decoded.append(0x2f) }
      decoded.append(contentsOf: name.utf8)
    }
    return String(utf8: decoded)
  }

  enum Opened {
    case file(Int32, stat)
    case missing
    /// The process or the system has no descriptors or memory left.
    case failed
  }

  private func open(_ path: String) -> Opened {
    for folder in folders {
      let opened = Self.open(path, in: folder.descriptor)
      if case .missing = opened { continue }
      return opened
    }
    return single[path].map { Self.open(at: $0) } ?? .missing
  }

  /// Opens a regular file that the program names. Links in its path are followed.
  static func open(at path: String) -> Opened { opened(Glibc.open(path, fileFlags)) }

  // Not blocking, so that a pipe in the folder does not block the thread.
  private static let fileFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// Opens a regular file below the folder. Links are followed as long as they do not lead outside.
  private static func open(_ path: String, in folder: Int32) -> Opened {
    var descriptor = open_beneath(folder, path, UInt64(fileFlags))
    if descriptor < 0, errno == ENOSYS || errno == EPERM { descriptor = openStepByStep(path, folder, fileFlags) }
    return opened(descriptor)
  }

  /// - Parameter descriptor: Negative if the file could not be opened.
  private static func opened(_ descriptor: Int32) -> Opened {
    if descriptor < 0 {
      return [EMFILE, ENFILE, ENOMEM].contains(errno) ? .failed : .missing
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return .missing
    }
    return .file(descriptor, status)
  }

  /// For kernels before 5.6, and containers that do not allow openat2(2). Follows no link.
  static func openStepByStep(_ path: String, _ folder: Int32, _ flags: Int32) -> Int32 {
    let names = path.split(separator: "/")
    guard let last = names.last else { return -1 }
    var current = folder
    for name in names.dropLast() {
      let next = openat(current, String(name), folderFlags | O_NOFOLLOW)
      if current != folder { close(current) }
      if next < 0 { return -1 }
      current = next
    }
    let descriptor = openat(current, String(last), flags | O_NOFOLLOW)
    if current != folder { close(current) }
    return descriptor
  }
}

private let folderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

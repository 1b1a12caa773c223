internal import CMicroHTTPD
internal import Glibc

/// The content of a response. One response takes it, and frees what it owns after it is sent.
package struct ResponseBody: @unchecked Sendable {
  // Safe because the memory behind the pointers belongs to the body, or is never written again.

  /// Memory of another object, which stands in a body at `offset`.
  struct SharedPart {
    /// Nil for memory that stays as long as the process.
    let owner: AnyObject?
    let bytes: UnsafeRawBufferPointer
    let offset: Int
  }

  /// The body's own memory, from `malloc`.
  private let buffer: UnsafeMutableRawBufferPointer
  /// Memory that other responses may share; nil for none.
  let sharedPart: SharedPart?
  /// A part of a file that is the whole body; nil for a body in memory.
  private let file: (descriptor: Int32, part: Range<Int>)?

  private init(
    _ buffer: UnsafeMutableRawBufferPointer = .init(start: nil, count: 0), _ sharedPart: SharedPart? = nil,
    file: (descriptor: Int32, part: Range<Int>)? = nil
  ) {
    (self.buffer, self.sharedPart, self.file) = (buffer, sharedPart, file)
  }

  /// No content.
  package static var none: ResponseBody { ResponseBody() }

  /// A body of bytes, which are copied once.
  package static func bytes(_ bytes: [UInt8]) -> ResponseBody {
    guard !bytes.isEmpty, let memory = malloc(bytes.count) else { return none }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: bytes.count)
    buffer.copyBytes(from: bytes)
    return ResponseBody(buffer)
  }

  /// A body of text in UTF-8, which is copied once.
  package static func text(_ text: String) -> ResponseBody { .bytes(Array(text.utf8)) }

  /// A buffer from `malloc`, which is freed after the response.
  package init(owning buffer: UnsafeMutableRawBufferPointer) { self.init(buffer) }

  /// A buffer from `malloc`, which is freed after the response, with other memory in it, which is not copied. The other
  /// memory belongs to `owner` and does not change while `owner` lives.
  ///
  /// - Parameter offset: The number of bytes of the buffer before the other memory.
  package static func around(
    _ buffer: UnsafeMutableRawBufferPointer, _ owner: AnyObject, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> ResponseBody {
    ResponseBody(buffer, SharedPart(owner: owner, bytes: bytes, offset: offset))
  }

  /// Memory that does not change while the process lives.
  package static func persistent(_ bytes: UnsafeRawBufferPointer) -> ResponseBody {
    ResponseBody(.init(start: nil, count: 0), SharedPart(owner: nil, bytes: bytes, offset: 0))
  }

  /// Memory that belongs to `owner` and does not change while `owner` lives. The response retains `owner` until it is sent.
  package static func shared(_ owner: AnyObject, _ bytes: UnsafeRawBufferPointer) -> ResponseBody {
    .around(.init(start: nil, count: 0), owner, bytes, at: 0)
  }

  /// An open regular file, from its start. It is closed after the response.
  package static func file(descriptor: Int32, size: Int) -> ResponseBody {
    ResponseBody(file: (descriptor, 0..<size))
  }

  /// A part of a file, or of memory that other responses share. It replaces this body.
  func part(_ range: Range<Int>) -> ResponseBody {
    if let file {
      let start = file.part.lowerBound
      return ResponseBody(file: (file.descriptor, start + range.lowerBound..<start + range.upperBound))
    }
    guard let sharedPart, buffer.isEmpty else { preconditionFailure("A body that is not shared is sent whole.") }
    let bytes = UnsafeRawBufferPointer(rebasing: sharedPart.bytes[range])
    return ResponseBody(buffer, SharedPart(owner: sharedPart.owner, bytes: bytes, offset: 0))
  }

  /// The number of bytes.
  package var count: Int { file?.part.count ?? buffer.count + (sharedPart?.bytes.count ?? 0) }

  /// The bytes of memory that no other response shares.
  var ownCount: Int { buffer.count }

  /// The bytes in memory; nil for a file.
  var copiedBytes: [UInt8]? {
    var copy: [UInt8]?
    withBytes { copy = Array($0) }
    return copy
  }

  /// Calls the closure with the bytes in memory. Does not call it for a file.
  package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    if file != nil { return }
    guard let part = sharedPart else { return body(UnsafeRawBufferPointer(buffer)) }
    withExtendedLifetime(part.owner) {
      if buffer.isEmpty { return body(part.bytes) }
      (Array(buffer[..<part.offset]) + Array(part.bytes) + Array(buffer[part.offset...])).withUnsafeBytes(body)
    }
  }
}

private let releaseOwner: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void = { owner in
  // Safe because `makeResponse` retained the owner once for this call, which libmicrohttpd makes once.
  if let owner { Unmanaged<AnyObject>.fromOpaque(owner).release() }
}

/// The memory of a response that consists of pieces.
private final class Pieces {
  let buffer: UnsafeMutableRawBufferPointer
  let owner: AnyObject

  init(_ buffer: UnsafeMutableRawBufferPointer, _ owner: AnyObject) {
    self.buffer = buffer
    self.owner = owner
  }

  deinit { free(buffer.baseAddress) }
}

extension ResponseBody {
  /// Makes libmicrohttpd's response, which owns the body from then on. Nil if there is no memory for it; the body is freed then.
  func makeResponse() -> OpaquePointer? {
    if let file {
      let response = MHD_create_response_from_fd_at_offset64(
        UInt64(file.part.count), file.descriptor, UInt64(file.part.lowerBound))
      if response == nil { discard() }
      return response
    }
    guard let part = sharedPart else {
      let mode: MHD_ResponseMemoryMode = buffer.baseAddress == nil ? .RESPMEM_PERSISTENT : .RESPMEM_MUST_FREE
      let response = MHD_create_response_from_buffer(buffer.count, buffer.baseAddress, mode)
      if response == nil { discard() }
      return response
    }
    guard let owner = part.owner else {
      return MHD_create_response_from_buffer(
        part.bytes.count, UnsafeMutableRawPointer(mutating: part.bytes.baseAddress), .RESPMEM_PERSISTENT)
    }
    // Safe because the callback, or the failure below, releases what is retained here.
    let retained = Unmanaged<AnyObject>.passRetained(buffer.isEmpty ? owner : Pieces(buffer, owner))
    let response: OpaquePointer?
    if buffer.isEmpty {
      response = MHD_create_response_from_buffer_with_free_callback_cls(
        part.bytes.count, UnsafeMutableRawPointer(mutating: part.bytes.baseAddress), releaseOwner, retained.toOpaque())
    } else {
      let own = UnsafeRawBufferPointer(buffer)
      let (start, end) = (own[..<part.offset], own[part.offset...])
      let pieces = [UnsafeRawBufferPointer(rebasing: start), part.bytes, UnsafeRawBufferPointer(rebasing: end)]
        .filter { !$0.isEmpty }.map { MHD_IoVec(iov_base: $0.baseAddress, iov_len: $0.count) }
      response = MHD_create_response_from_iovec(pieces, UInt32(pieces.count), releaseOwner, retained.toOpaque())
    }
    if response == nil { retained.release() }
    return response
  }

  /// Frees the body of a response that is not sent.
  package func discard() {
    free(buffer.baseAddress)
    if let file { close(file.descriptor) }
  }
}

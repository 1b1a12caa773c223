internal import CMicroHTTPD
internal import Glibc

/// The content of a response. One response takes it, and frees what it owns after it is sent.
package struct ResponseBody: @unchecked Sendable {
  // Safe because the memory behind the pointers belongs to the body, or is never written again.
  enum Storage {
    case empty
    case bytes([UInt8])
    case owned(UnsafeMutableRawBufferPointer)
    /// A buffer with other memory between its first bytes and the rest.
    case around(UnsafeMutableRawBufferPointer, SharedPart)
    case persistent(UnsafeRawBufferPointer)
    case shared(AnyObject, UnsafeRawBufferPointer)
    case file(descriptor: Int32, size: Int)
  }

  /// Memory of another object, which stands in a body at `offset`.
  struct SharedPart {
    let owner: AnyObject
    let bytes: UnsafeRawBufferPointer
    let offset: Int
  }

  let storage: Storage

  /// No content.
  package static let none = ResponseBody(storage: .empty)

  /// A body of bytes, which are copied once.
  package static func bytes(_ bytes: [UInt8]) -> ResponseBody { ResponseBody(storage: .bytes(bytes)) }

  /// A body of text in UTF-8, which is copied once.
  package static func text(_ text: String) -> ResponseBody { .bytes(Array(text.utf8)) }

  /// A buffer from `malloc`, which is freed after the response.
  package init(owning buffer: UnsafeMutableRawBufferPointer) { storage = .owned(buffer) }

  /// A buffer from `malloc`, which is freed after the response, with other memory in it, which is not copied. The other
  /// memory belongs to `owner` and does not change while `owner` lives.
  ///
  /// - Parameter offset: The number of bytes of the buffer before the other memory.
  package static func around(
    _ buffer: UnsafeMutableRawBufferPointer, _ owner: AnyObject, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> ResponseBody {
    ResponseBody(storage: .around(buffer, SharedPart(owner: owner, bytes: bytes, offset: offset)))
  }

  /// Memory that does not change while the process lives.
  package static func persistent(_ buffer: UnsafeRawBufferPointer) -> ResponseBody {
    ResponseBody(storage: .persistent(buffer))
  }

  /// Memory that belongs to `owner` and does not change while `owner` lives. The response retains `owner` until it is sent.
  package static func shared(_ owner: AnyObject, _ buffer: UnsafeRawBufferPointer) -> ResponseBody {
    ResponseBody(storage: .shared(owner, buffer))
  }

  /// An open regular file, from its start. It is closed after the response.
  package static func file(descriptor: Int32, size: Int) -> ResponseBody {
    ResponseBody(storage: .file(descriptor: descriptor, size: size))
  }

  private init(storage: Storage) { self.storage = storage }

  /// The number of bytes.
  package var count: Int {
    switch storage {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .owned(let buffer): buffer.count
    case .around(let buffer, let part): buffer.count + part.bytes.count
    case .persistent(let buffer), .shared(_, let buffer): buffer.count
    case .file(_, let size): size
    }
  }

  /// The bytes of memory that no other response shares.
  var ownCount: Int {
    switch storage {
    case .empty, .persistent, .shared, .file: 0
    case .bytes(let bytes): bytes.count
    case .owned(let buffer), .around(let buffer, _): buffer.count
    }
  }

  /// Memory that other responses may share.
  var sharedPart: SharedPart? {
    switch storage {
    case .around(_, let part): part
    case .shared(let owner, let bytes): SharedPart(owner: owner, bytes: bytes, offset: 0)
    case .empty, .bytes, .owned, .persistent, .file: nil
    }
  }

  /// The bytes in memory; nil for a file.
  var copiedBytes: [UInt8]? {
    var copy: [UInt8]?
    withBytes { copy = Array($0) }
    return copy
  }

  /// Calls the closure with the bytes in memory. Does not call it for a file.
  package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch storage {
    case .empty, .file: break
    case .bytes(let bytes): bytes.withUnsafeBytes(body)
    case .owned(let buffer): body(UnsafeRawBufferPointer(buffer))
    case .around(let buffer, let part):
      let whole = Array(buffer[..<part.offset]) + Array(part.bytes) + Array(buffer[part.offset...])
      withExtendedLifetime(part.owner) { whole.withUnsafeBytes(body) }
    case .persistent(let buffer): body(buffer)
    case .shared(let owner, let buffer): withExtendedLifetime(owner) { body(buffer) }
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
    switch storage {
    case .empty:
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .owned(let buffer):
      let response = MHD_create_response_from_buffer(buffer.count, buffer.baseAddress, .RESPMEM_MUST_FREE)
      if response == nil { free(buffer.baseAddress) }
      return response
    case .around(let buffer, let part):
      let (before, after) = (buffer[..<part.offset], buffer[part.offset...])
      let pieces = [UnsafeRawBufferPointer(rebasing: before), part.bytes, UnsafeRawBufferPointer(rebasing: after)]
        .filter { !$0.isEmpty }
        .map { MHD_IoVec(iov_base: $0.baseAddress, iov_len: $0.count) }
      // Safe because the callback, or the failure below, releases what is retained here.
      let retained = Unmanaged.passRetained(Pieces(buffer, part.owner))
      let response = MHD_create_response_from_iovec(
        pieces, UInt32(pieces.count), releaseOwner, retained.toOpaque())
      if response == nil { retained.release() }
      return response
    case .persistent(let buffer):
      return MHD_create_response_from_buffer(
        buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_PERSISTENT)
    case .shared(let owner, let buffer):
      // Safe because the callback, or the failure below, releases what is retained here.
      let retained = Unmanaged.passRetained(owner)
      let response = MHD_create_response_from_buffer_with_free_callback_cls(
        buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), releaseOwner, retained.toOpaque())
      if response == nil { retained.release() }
      return response
    case .file(let descriptor, let size):
      let response = MHD_create_response_from_fd64(UInt64(size), descriptor)
      if response == nil { close(descriptor) }
      return response
    }
  }

  /// Frees the body of a response that is not sent.
  package func discard() {
    switch storage {
    case .owned(let buffer), .around(let buffer, _): free(buffer.baseAddress)
    case .file(let descriptor, _): close(descriptor)
    case .empty, .bytes, .persistent, .shared: break
    }
  }
}

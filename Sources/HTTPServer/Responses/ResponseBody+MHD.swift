internal import CMicroHTTPD
internal import Glibc

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

/// Reads the form in a request's body while it arrives, and counts its memory. Confined to the thread of its connection.
struct FormReader {
  private enum Form {
    /// The method of the request has no use for a body, but the next request begins after it.
    case ignored
    case urlencoded(URLEncodedForm)
    case multipart(MultipartForm)
  }

  /// The bytes of a form that are not counted, and of each step in which the others are.
  private static let countedStep = 16 * 1024

  private var form: Form
  private let core: ServerCore
  private let address: NetworkAddress?
  private var bytes = 0
  private var countedBytes = 0

  /// - Parameters:
  ///   - type: The Content-Type of the form; nil for a body that is ignored.
  ///   - address: The address that the memory and files are limited by; nil for one without a limit.
  init(_ type: FormContentType?, core: ServerCore, for address: NetworkAddress?) {
    self.core = core
    self.address = address
    form =
      switch type {
      case nil: .ignored
      case .urlencoded: .urlencoded(URLEncodedForm(limits: core.limits))
      case .multipart(let boundary): .multipart(MultipartForm(boundary: boundary, core: core, for: address))
      }
  }

  /// The largest body.
  var maxBytes: Int {
    let limits = core.limits
    if case .multipart = form { return limits.bodyBytes + limits.uploadBytes + limits.uploadExcessBytes }
    return limits.bodyBytes
  }

  /// The time that the body has beyond that of other requests, in nanoseconds: a form with files has a second for each
  /// 32 KiB that have arrived.
  var extraTime: UInt64 {
    if case .multipart = form { UInt64(bytes / (32 * 1024)) * 1_000_000_000 } else { 0 }
  }

  /// Reads the next bytes of the body.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    self.bytes += bytes.count
    switch form {
    case .ignored: break
    case .urlencoded(let form):
      if let problem = form.read(bytes) { throw problem }
      try count(self.bytes)
    case .multipart(let form):
      form.read(bytes)
      if let problem = form.problem { throw problem }
      try count(form.textBytes)
    }
  }

  /// Counts the memory of a form of which so many bytes have arrived.
  private mutating func count(_ bytes: Int) throws(RequestError) {
    while countedBytes + Self.countedStep < bytes {
      guard core.capacity.forms.take(Self.countedStep, for: address) else { throw .tooMuchInFlight }
      countedBytes += Self.countedStep
    }
  }

  /// Ends the form after the last byte of the body, and returns its fields.
  mutating func finish() throws(RequestError) -> [FormField] {
    defer { form = .ignored }
    switch form {
    case .ignored: return []
    case .urlencoded(let form):
      if let problem = form.finish() { throw problem }
      return form.fields
    case .multipart(let form):
      form.finish()
      if let problem = form.problem { throw problem }
      return form.fields
    }
  }

  /// Drops the form, and gives back its memory. The rest of the body is ignored.
  mutating func drop() {
    form = .ignored
    core.capacity.forms.giveBack(countedBytes, for: address)
    countedBytes = 0
  }
}

/// A reason why the server itself refuses a request. The English sentences are in `ErrorWording.swift`.
package enum RequestError: String, Error, Sendable, Equatable, CaseIterable {
  case malformedHead
  case malformedTarget
  case ambiguousLength
  case malformedLength
  case unsupportedTransferCoding
  case lengthRequired
  case missingHost
  case malformedHost
  case malformedEncoding
  case malformedForm
  case zeroByte
  case headerTooLarge
  case targetTooLong
  case bodyTooLarge
  case uploadTooLarge
  case filesNotTaken
  case tooManyFiles
  case tooManyFields
  case fieldNameTooLong
  case fieldTooLarge
  case unsupportedMediaType
  case requestTimeout
  case responseTimeout
  case stopping
  case storageFailed
  case tooManyUploads
  case tooMuchInFlight
  case tooManyStreams
  case tooManyOfAddress
  case tooManyRequests
  case tooManyNewSessions
  case overloaded

  package var status: HTTPStatus {
    switch self {
    case .malformedHead, .malformedTarget, .ambiguousLength, .malformedLength, .missingHost, .malformedHost,
      .malformedEncoding, .malformedForm, .zeroByte:
      .badRequest
    case .unsupportedTransferCoding: .notImplemented
    case .headerTooLarge: .headerFieldsTooLarge
    case .targetTooLong: .uriTooLong
    case .lengthRequired: .lengthRequired
    case .bodyTooLarge, .uploadTooLarge, .filesNotTaken, .tooManyFiles, .tooManyFields, .fieldNameTooLong,
      .fieldTooLarge:
      .contentTooLarge
    case .unsupportedMediaType: .unsupportedMediaType
    case .requestTimeout: .requestTimeout
    case .responseTimeout, .stopping, .storageFailed, .tooManyUploads, .tooMuchInFlight, .tooManyStreams,
      .overloaded:
      .serviceUnavailable
    case .tooManyOfAddress, .tooManyRequests, .tooManyNewSessions: .tooManyRequests
    }
  }

  /// Whether the same request may succeed a moment later.
  var isTemporary: Bool { status == .serviceUnavailable || status == .tooManyRequests }
}

/// A request that the server itself refuses, as far as the page needs to know it that says so.
package struct RefusedRequest: Sendable {
  package let problem: RequestError
  /// Empty if the request has none, because its first line has not arrived.
  package let requestID: String
  /// The field `Accept-Language`; nil if there is none, or if it has not arrived.
  package let acceptLanguage: String?
}

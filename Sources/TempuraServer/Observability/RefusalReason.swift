/// Why a request to a screen was refused. `RequestError` has the reasons of the HTTP server.
enum RefusalReason: String, CaseIterable {
  // Forms.
  case sentByOtherSite, methodNotAllowed, invalidForm, staleForm, invalidInput
  // Screens.
  case notFound, forbidden, redirectLoop, notLaunched, noWindow, pageTooLarge, stoppedServer
  // Sessions.
  case sessionUnavailable, sessionRenewed, notStored, contended, signedOut, sessionTooLarge
  /// A connection that was closed at once, because its address has too many.
  case tooManyConnectionsOfAddress

  /// The value of the label `reason`.
  var label: String { rawValue.inSnakeCase }
}

extension String {
  /// A name of a Swift case as label values are written: `tooManyStreams` is `too_many_streams`.
  var inSnakeCase: String {
    reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }
}

internal import CMicroHTTPD

extension HTTPStatus {
  /// The usual phrase for the code, such as "Not Found".
  package var reason: String {
    guard let phrase = MHD_get_reason_phrase_for(UInt32(code)) else { return "" }
    return String(cString: phrase)
  }
}

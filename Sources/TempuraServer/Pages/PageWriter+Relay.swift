internal import HTML
internal import HTTPServer
internal import TempuraUI

extension PageWriter {
  /// The page that sends the fields of another site's form again, to the same URL. The browser sends the session's cookie only with
  /// forms of this site (`SameSite=Lax`). Without scripts, the user presses the button.
  func relay(_ fields: [FormField], language: Language) -> HTTPResponse {
    let nonce = Nonces.next().style
    var buffer = HTMLBuffer(capacity: 2048)
    buffer.append("<!DOCTYPE html>\n<html lang=\"")
    buffer.append(text: language.tag)
    buffer.append(language.isRightToLeft ? "\" dir=\"rtl\">\n" : "\" dir=\"ltr\">\n")
    buffer.append(
      "<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    buffer.append("<meta name=\"color-scheme\" content=\"light dark\"><title>")
    buffer.append(text: appName)
    buffer.append("</title>")
    buffer.append(markup: stylesheets)
    buffer.append("</head>\n<body class=\"error\"><main><h1>")
    buffer.append(text: appName)
    buffer.append("</h1><form method=\"post\">")
    for field in fields where field.file == nil {
      buffer.append("<input type=\"hidden\" name=\"")
      buffer.append(text: field.name)
      buffer.append("\" value=\"")
      buffer.append(text: field.value)
      buffer.append("\">")
    }
    buffer.append("<button>")
    buffer.append(text: ServerText.returnKeyContinue.string(in: language))
    buffer.append("</button></form></main>\n<script nonce=\"")
    buffer.append(text: nonce)
    // Not `submit()`, which a field may have as its name.
    buffer.append("\">document.querySelector('button').click()</script></body>\n</html>\n")
    return HTTPResponse(
      shared: SecurityHeaders.shared, headers: SecurityHeaders.relay(nonce: nonce), body: buffer.body())
  }
}

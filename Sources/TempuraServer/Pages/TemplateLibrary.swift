internal import Basics
internal import Foundation
internal import HTML

/// The templates of pages and views. Files of the app's folders override the built-in ones.
struct TemplateLibrary: Sendable {
  let page: Template
  let notice: Template
  let error: Template
  let offline: Template
  /// The templates of views, by the names of their classes.
  let views: [String: Template]
  /// Another one if a template is another one.
  let fingerprint: String

  private static let pageNames = TemplateNames(
    variables: ["language", "direction", "title", "nonce", "page", "viewport", "icon", "base"],
    slots: ["stylesheets", "style", "heading", "notice", "screen"],
    required: ["screen", "style"],
    requiredVariables: [
      "page": "Write <input type=\"hidden\" form=\"screen\" name=\"page\" value=\"{{page}}\">: without it a form that "
        + "is sent twice is applied twice. {{nonce}} is only for the style element."
    ])
  private static let noticeNames = TemplateNames(variables: ["message"], slots: [])
  private static let errorNames = TemplateNames(
    variables: [
      "language", "direction", "title", "status", "message", "home", "request", "reference", "viewport", "icon",
      "base",
    ],
    slots: ["stylesheets", "details"])
  private static let offlineNames = TemplateNames(
    variables: ["language", "direction", "title", "message", "retry", "viewport", "icon", "base"],
    slots: ["stylesheets"])

  /// Reads all templates.
  ///
  /// - Parameters:
  ///   - builtIn: The built-in templates, by file name.
  ///   - folders: The app's folders. A file overrides files of the same name in later folders, and the built-in one.
  /// - Throws: `TemplateError` with the file and line of the first mistake.
  init(builtIn: [String: String], folders: [String]) throws(TemplateError) {
    var files: [String: (file: String, source: String)] = [:]
    for (name, source) in builtIn { files[name] = ("built-in \(name)", source) }
    for (name, file, bytes) in folders.reversed().flatMap(Self.files) {
      guard let bytes else { throw TemplateError(file: file, line: 1, problem: .unreadable) }
      guard let source = String(validating: bytes, as: UTF8.self) else {
        throw TemplateError(file: file, line: 1, problem: .notText)
      }
      files[name] = (file, source)
    }
    let all = files
    func read(_ name: String, _ names: TemplateNames?) throws(TemplateError) -> Template {
      guard let (file, source) = all[name] else {
        throw TemplateError(file: name, line: 1, problem: .unknownPartial(String(name.dropLast(5))))
      }
      return try Template(source, file: file, names: names) { all["\($0).html"] }
    }
    page = try read("page.html", Self.pageNames)
    notice = try read("notice.html", Self.noticeNames)
    error = try read("error.html", Self.errorNames)
    offline = try read("offline.html", Self.offlineNames)
    var views: [String: Template] = [:]
    for name in all.keys.sorted() where name.first?.isUppercase == true {
      views[String(name.dropLast(5))] = try read(name, nil)
    }
    self.views = views
    var hash = StableHash()
    for (name, template) in all.sorted(by: { $0.key < $1.key }) {
      hash.combine(name)
      hash.combine(template.source)
    }
    fingerprint = String(hash.value, radix: 16)
  }

  private static func files(in folder: String) -> [(name: String, file: String, bytes: Data?)] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.filter { $0.hasSuffix(".html") }.sorted().map { name in
      let file = "\(folder)/\(name)"
      return (name, file, RegularFile.contents(atPath: file))
    }
  }
}

internal import Basics
internal import Foundation

/// A field for files: an `input` of type `file`.
final class FileField: UIView, InputField {
  override final func addContent(to hash: inout StableHash) { hash.combine(sentValue(ofPart: "") ?? "") }

  private var contentTypes = [UTType.item]
  private var chosen: [SentFile] = []

  /// The maximum number of files; nil for any number.
  var maximumCount: Int? = 1 { didSet { setNeedsRender() } }

  /// The maximum size of a file, in bytes; nil for the server's limit only.
  var maximumFileSize: Int? { didSet { setNeedsRender() } }

  /// The camera that takes a new photo or video; nil for files that are there.
  var camera: UIImagePickerController.CameraDevice?

  /// The server's limit for all files together, in bytes; nil if unknown, 0 if the server accepts no files.
  @Rendered var serverLimit: Int?

  init(contentTypes: [UTType]) {
    self.contentTypes = contentTypes
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  required convenience init() { self.init(contentTypes: [.item]) }

  /// Returns the files of the current form, and forgets them. If there are none, the page says why.
  func takeFiles() -> PickedFiles? {
    defer { chosen = [] }
    do {
      let picked = try chosen.isEmpty ? nil : PickedFiles(chosen)
      if let picked { AppEnvironment.current.pickedFiles.append(picked) }
      if picked == nil { keepDraft(nil, problem: localized(.fileNothingChosen)) }
      return picked
    } catch {
      Misuse.report("Uploaded files could not be stored: \(error)")
      keepDraft(nil, problem: localized(.fileNotKept))
      return nil
    }
  }

  enum Way: String { case drop, paste }

  /// How files come to the view around the field, where the script puts them into it; nil for a field that stands by itself.
  private(set) var way: Way? { didSet { if way == nil { removeFromSuperview() } } }
  private var receive: ([NSItemProvider]) -> Bool = { _ in false }

  /// Adds the field to a view that takes files. `receive` returns whether the app accepts them.
  func offer(_ way: Way, in view: UIView, receive: @escaping ([NSItemProvider]) -> Bool) {
    (self.way, self.receive) = (way, receive)
    maximumCount = nil
    serverLimit = AppEnvironment.current.uploadLimit
    view.addSubview(self)
    setPathName(ofItem: way.rawValue, in: view)
  }

  func withdraw() { way = nil }

  /// An app that removes all subviews of a view that takes files does not mean the field.
  override func removeFromSuperview() { if way == nil { super.removeFromSuperview() } }

  override func tapTarget(ofPart part: String) -> TapTarget? {
    guard part == "set", way != nil else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: refusal) { [self] in
      guard let picked = takeFiles(), !receive(picked.itemProviders), let url = picked.urls.first else { return }
      keepDraft(nil, problem: localized(.fileOtherKind(url.lastPathComponent)))
    }
  }

  // MARK: - Input

  var refusal: ControlRefusal? { serverLimit == 0 ? .disabled : isReachable ? nil : .unreachable }

  var takesFiles: Bool { true }

  func sentValue(ofPart part: String) -> String? { part.isEmpty ? "" : nil }

  func enter(_ input: FieldInput, part: String) {
    if case .files(let files) = input { chosen = files }
  }

  func problem(with input: FieldInput, part: String) -> String? {
    guard case .files(let files) = input else { return nil }
    if let maximumCount, files.count > maximumCount {
      return localized(maximumCount == 1 ? .fileOneOnly : .fileTooMany(maximumCount))
    }
    for file in files {
      let name = FileName.cleaned(file.name)
      if let maximumFileSize, file.size > maximumFileSize {
        return localized(.fileOverLimit(name, FileSize.text(maximumFileSize)))
      }
      guard file.isComplete else {
        let hint = serverLimit.map { " " + localized(.fileLargest(FileSize.text($0))) } ?? ""
        return (files.count == 1 ? localized(.fileTooLarge(name)) : localized(.fileTooLargeTogether))
          + hint
      }
      if !isAccepted(name, file.mediaType) {
        return localized(.fileOtherKind(name)) + acceptedExtensionsHint
      }
    }
    return nil
  }

  /// Returns whether a file has an accepted type. The ending of its name decides. If the browser's media type is known,
  /// it must be accepted, too. Without an ending, the media type decides alone.
  private func isAccepted(_ name: String, _ mediaType: String) -> Bool {
    if contentTypes.contains(where: { UTType.data.conforms(to: $0) }) { return true }
    let ending = (name as NSString).pathExtension
    let typesOfMediaType = UTType.declared(mimeType: mediaType)
    guard ending.isEmpty else {
      return isAccepted(UTType.types(filenameExtension: ending))
        && (typesOfMediaType.isEmpty || isAccepted(typesOfMediaType))
    }
    return isAccepted(typesOfMediaType)
  }

  private func isAccepted(_ types: [UTType]) -> Bool {
    types.contains { type in contentTypes.contains { type.conforms(to: $0) } }
  }

  private var acceptedExtensionsHint: String {
    let endings = Set(contentTypes.flatMap(\.acceptedFilenameExtensions)).sorted()
    return endings.isEmpty || endings.count > 12
      ? "" : " " + localized(.fileEndings(endings.joined(separator: ", ")))
  }

  // MARK: - HTML

  override func renderAccessibility(into html: HTMLRenderer) {}

  override func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    if let way { html.write(attribute: "data-takes", way.rawValue) }
  }

  override func renderContent(into html: HTMLRenderer) {
    guard serverLimit != 0 else { return html.write(localized(.fileNotTaken), in: "p", cssClass: "hint") }
    html.write("<input")
    html.writeFieldAttributes(of: self, label: localized(maximumCount != 1 ? .fileFieldOfSeveral : .fileField))
    html.write(" type=\"file\" required")
    if maximumCount != 1 { html.write(" multiple") }
    if let accept { html.write(attribute: "accept", accept) }
    // HTML Media Capture, section 5.1.
    if let camera { html.write(attribute: "capture", camera == .front ? "user" : "environment") }
    html.write(">")
    if let limit = [maximumFileSize, serverLimit].compactMap(\.self).min() {
      html.write(localized(.fileLimit(FileSize.text(limit))), in: "p", cssClass: "hint")
    }
    if way != nil {
      html.writeButton(tapping: "set", of: self, cssClass: "set") {
        html.write(" formenctype=\"multipart/form-data\"")
      } content: {
        html.writeSpan(localized(.buttonAdd))
      }
    }
    html.writeProblem(of: self)
  }

  /// The value of the `accept` attribute (HTML Standard, section 4.10.5.1.17); nil for all files.
  private var accept: String? {
    if contentTypes.contains(where: { UTType.data.conforms(to: $0) }) { return nil }
    var tokens: [String] = []
    for type in contentTypes {
      for token in type.acceptTokens where !tokens.contains(token) { tokens.append(token) }
    }
    return tokens.isEmpty ? nil : tokens.joined(separator: ",")
  }
}

/// Formats sizes of files and texts.
package enum FileSize {
  /// Returns a size as text, such as "5 MB". A unit is 1024 times the next smaller one.
  ///
  /// - Parameter language: Default: that of the running app instance.
  package static func text(_ bytes: Int, in language: Language = AppEnvironment.current.currentLanguage) -> String {
    guard bytes >= 1024 else { return ServerText.sizeBytes(max(bytes, 0)).string(in: language) }
    var size = Double(bytes) / 1024
    var units: ArraySlice = [
      ServerText.sizeKilobytes, ServerText.sizeMegabytes, ServerText.sizeGigabytes, ServerText.sizeTerabytes,
    ]
    while size >= 1024, units.count > 1 {
      size /= 1024
      units.removeFirst()
    }
    let number = FloatingPointFormatStyle<Double>(locale: language.locale)
      .precision(.fractionLength(0...1)).rounded(rule: .down).grouping(.never)
    return units[units.startIndex](number.format(size)).string(in: language)
  }
}

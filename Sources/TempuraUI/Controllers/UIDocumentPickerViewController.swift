internal import Basics
public import Foundation

/// What the screens have in common on which the user chooses files.
open class _FilePicker: UIViewController {
  let field: FileField

  init(_ contentTypes: [UTType]) {
    field = FileField(contentTypes: contentTypes)
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .formSheet
    isModalInPresentation = true  // It has a Cancel button.
  }

  public required init?(coder: NSCoder) { nil }

  override package final var takesFiles: Bool { true }

  override open func loadView() {
    title = title ?? localized(field.maximumCount == 1 ? .fileChoose : .fileChooseSeveral)
    let picker = DocumentPickerView()
    picker.controller = self
    picker.addSubview(field)
    field.setPathName(ofItem: "file", in: picker)
    view = picker
  }

  override open func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    field.serverLimit = AppEnvironment.current.uploadLimit
    let picker = outermostPicker
    if field.serverLimit == 0 {
      Misuse.report(
        "\(type(of: picker)) cannot open files, because ServerConfiguration.uploadBytes is 0: set it to the maximum size of "
          + "all files of a form, in bytes.")
    }
    if let parent = picker.parent {
      Misuse.report("\(type(of: picker)) cannot send files as a child of \(type(of: parent)): present it instead.")
    }
  }

  /// The controller that the app presents.
  var outermostPicker: UIViewController { self }

  // MARK: - Taps

  final var canOpen: Bool { field.serverLimit != 0 }

  final func open() {
    if let picked = field.takeFiles() { finish(with: picked) }
  }

  /// - Parameter picked: The files; nil if the user cancelled.
  func finish(with picked: PickedFiles?) {}
}

/// Lets the user choose files of the device, which the browser then uploads. Present it like any other controller.
///
/// The files are in a private temporary folder. They keep their names, without characters that could do harm. They are
/// deleted when all work that the form started has ended, including side effects. To keep a file, copy or move it in a
/// side effect. The content of files is not checked: their type is known only from the name and from the browser.
///
/// `ServerConfiguration.uploadBytes` is the maximum size of all files of a form.
open class UIDocumentPickerViewController: _FilePicker {
  /// - Parameter asCopy: Ignored: an uploaded file is always a copy.
  public init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool) {
    super.init(contentTypes)
  }

  public convenience init(forOpeningContentTypes contentTypes: [UTType]) {
    self.init(forOpeningContentTypes: contentTypes, asCopy: false)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var delegate: (any UIDocumentPickerDelegate)?

  /// Whether the user can choose several files. Default: false.
  open var allowsMultipleSelection = false {
    didSet { field.maximumCount = allowsMultipleSelection ? nil : 1 }
  }

  /// The maximum size of a file, in bytes. Default: nil, the server's limit.
  open var maximumFileSize: Int? { didSet { field.maximumFileSize = maximumFileSize } }

  /// Dismisses the picker, and tells the delegate.
  override func finish(with picked: PickedFiles?) {
    dismiss(animated: true) { [self] in
      if let picked {
        delegate?.documentPicker(self, didPickDocumentsAt: picked.urls)
      } else {
        delegate?.documentPickerWasCancelled(self)
      }
    }
  }
}

final class DocumentPickerView: UIView {
  weak var controller: _FilePicker?
  private let number = AppEnvironment.current.nextNumber(of: DocumentPickerView.self)

  override var numberInApplication: Int? { number }

  override func tapTarget(ofPart part: String) -> TapTarget? {
    guard let controller else { return super.tapTarget(ofPart: part) }
    let refusal: ControlRefusal? = isReachable ? nil : .unreachable
    switch part {
    case "open": return TapTarget(refusal: controller.canOpen ? refusal : .disabled) { controller.open() }
    case "cancel": return TapTarget(refusal: refusal, isLeaving: true) { controller.finish(with: nil) }
    default: return super.tapTarget(ofPart: part)
    }
  }

  override func renderContent(into html: HTMLRenderer) {
    guard let controller else { return }
    html.write(controller.title ?? localized(.fileChoose), in: "h2", id: (self, "title"))
    super.renderContent(into: html)
    // Cancelling does not upload files that were chosen already.
    html.write("<div class=\"buttons row\">")
    html.writeButton(tapping: "cancel", of: self, cssClass: "cancel") {
      html.write(" formenctype=\"application/x-www-form-urlencoded\"")
    } content: {
      html.writeSpan(localized(.buttonCancel))
    }
    html.writeButton(
      tapping: "open", of: self, cssClass: "default preferred", title: localized(.buttonOpen),
      isEnabled: controller.canOpen)
    html.write("</div>")
  }
}

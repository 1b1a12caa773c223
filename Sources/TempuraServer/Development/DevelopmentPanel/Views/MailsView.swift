internal import Katana
internal import Tempura
internal import TempuraUI

/// The mails that were not sent.
final class MailsView: UIView, PanelScreenView {
  typealias Content = MailsContent

  let header = HeaderView()
  private let panes = UIView()
  private let mails = UIView()
  private let list = RowList<MailCell>.ofRows()
  private let nothingLabel = UILabel()
  private let mailView = UIView()
  private let subjectLabel = UILabel()
  private let addressLabel = UILabel()
  private let textLabel = UILabel()

  var did: CustomInteraction<any Dispatchable>?

  func setup() {
    list.useDiffs = true
    list.configureInteractions = { [unowned self] cell, _ in
      cell.didTap = { [unowned self] mail in choose { $0.mail = $0.mail == mail.id ? nil : mail.id } }
    }
    for view in [list, nothingLabel] { mails.addSubview(view) }
    for view in [subjectLabel, addressLabel, textLabel] { mailView.addSubview(view) }
    for view in [mails, mailView] { panes.addSubview(view) }
    for view in [header, panes] { addSubview(view) }
  }

  func style() {
    list.accessibilityLabel = "Mails"
    subjectLabel.accessibilityTraits = .header
    nothingLabel.text = "No mails. What the app sends during development is shown here, and not sent."
  }

  func update(oldModel: ScreenViewModel<MailsContent>?) {
    guard let model, model != oldModel else { return }
    header.model = model.header
    list.source = SimpleSource(model.content.rows)
    nothingLabel.isHidden = !model.content.rows.isEmpty || model.answeredChoices == nil
    let mail = model.content.selected
    mailView.isHidden = mail == nil
    (subjectLabel.text, addressLabel.text, textLabel.text) = (
      mail?.subject, mail.map { "to \($0.address)" }, mail?.text
    )
  }
}

final class MailCell: ButtonCell<MailRow> {
  override func update(oldModel: MailRow?) {
    guard let mail = model, mail != oldModel else { return }
    button.parts = [
      .init(name: "time", text: mail.time), .init(name: "title", text: mail.subject),
      .init(name: "values", text: mail.address),
    ]
    button.isSelected = mail.isSelected
    button.marks = ["mail"] + (mail.isSelected ? ["selected"] : [])
  }
}

import Foundation
import Testing

@testable import TempuraUI

/// The views beside the text of a field, and the begin and end of editing.
@Suite struct TextFieldTests {
  private final class Delegate: UITextFieldDelegate {
    var log: [String] = []
    var begins = true
    var ends = true
    var clears = true

    func textFieldShouldBeginEditing(_ field: UITextField) -> Bool {
      log.append("should begin")
      return begins
    }
    func textFieldDidBeginEditing(_ field: UITextField) { log.append("begin") }
    func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString: String) -> Bool {
      log.append("\(range.location)+\(range.length) \(replacementString)")
      return true
    }
    func textFieldShouldEndEditing(_ field: UITextField) -> Bool {
      log.append("should end")
      return ends
    }
    func textFieldDidEndEditing(_ field: UITextField, reason: UITextField.DidEndEditingReason) {
      log.append("end \(reason)")
    }
    func textFieldShouldClear(_ field: UITextField) -> Bool {
      log.append("should clear")
      return clears
    }
  }

  private func field(_ text: String = "") -> (UITextField, Delegate) {
    let (field, delegate) = (UITextField(), Delegate())
    field.delegate = delegate
    field.text = text
    return (field, delegate)
  }

  // MARK: - Editing

  @Test func typingAsksTheDelegateInOrder() {
    let (field, delegate) = field()
    field.type("x")
    #expect(delegate.log == ["should begin", "begin", "0+0 x", "should end", "end committed"])
    #expect(!field.isEditing)
  }

  @Test func aRefusedTextIsTypedCharacterByCharacter() {
    final class Price: UITextFieldDelegate {
      func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString: String) -> Bool {
        let text = field.text ?? ""
        guard let range = Range(range, in: text) else { return false }
        return text.replacingCharacters(in: range, with: replacementString).wholeMatch(of: /\d*(?:\.\d{0,2})?/) != nil
      }
    }
    let (field, delegate) = (UITextField(), Price())
    field.delegate = delegate
    for (typed, text) in [
      ("12.345", "12.34"), ("12.34€", "12.34"), ("x12.34", "12.34"), ("912.34", "912.34"), ("é", "912.34"),
    ] {
      field.type(typed)
      #expect(field.text == text, "\(typed)")
    }
  }

  @Test func aDelegateThatFormatsATextIsAskedOnce() {
    final class Upper: UITextFieldDelegate {
      func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString: String) -> Bool {
        field.text = (field.text ?? "") + replacementString.uppercased()
        return false
      }
    }
    let (field, delegate) = (UITextField(), Upper())
    field.delegate = delegate
    field.type("abc")
    #expect(field.text == "ABC")
  }

  @Test func aFieldThatRefusesEditingAcceptsNoInput() {
    let (field, delegate) = field("a")
    delegate.begins = false
    field.type("x")
    #expect(delegate.log == ["should begin"])
    #expect(field.text == "a")
    #expect(field.viewFlags.contains(.needsRender), "the browser shows what was typed")
    #expect(!field.becomeFirstResponder())
  }

  @Test func aFieldThatRefusesToEndEditingKeepsTheFocus() {
    let (field, delegate) = field()
    delegate.ends = false
    field.type("x")
    #expect(field.isEditing)
    #expect(field.isFirstResponder)
    delegate.log = []
    field.type("xy")
    #expect(delegate.log == ["1+0 y", "should end"], "editing goes on")
    #expect(!field.resignFirstResponder())
    delegate.ends = true
    #expect(field.resignFirstResponder())
    #expect(!field.isEditing)
    #expect(delegate.log.last == "end committed")
  }

  @Test func onlyOneFieldOfAWindowHasTheFocus() {
    let window = UIWindow()
    let (first, second) = (UITextField(), UITextView())
    window.addSubview(first)
    window.addSubview(second)
    #expect(first.becomeFirstResponder())
    #expect(second.becomeFirstResponder())
    #expect(!first.isFirstResponder)
    let (field, delegate) = field()
    window.addSubview(field)
    #expect(field.becomeFirstResponder())
    field.type("x")
    delegate.ends = false
    field.type("xy")
    #expect(!first.becomeFirstResponder(), "the other one does not let go")
    #expect(field.isFirstResponder)
  }

  @Test func theFirstOfSeveralFirstRespondersHasTheFocus() {
    let screen = UIViewController()
    let window = UIWindow()
    let fields = [UITextField(), UITextField(), UITextField()]
    for field in fields {
      #expect(field.becomeFirstResponder())
      screen.view.addSubview(field)
    }
    window.rootViewController = screen
    window.makeKeyAndVisible()
    #expect(html(window).matches(of: /\ autofocus/).count == 1)
    #expect(fields.map(\.isFirstResponder) == [true, false, false])
  }

  @Test func typingReplacesTheTextOfAFieldThatClearsOnBeginEditing() {
    let (field, delegate) = field("old")
    field.clearsOnBeginEditing = true
    field.type("older")
    #expect(delegate.log == ["should begin", "begin", "should clear", "0+0 older", "should end", "end committed"])
    delegate.clears = false
    delegate.log = []
    field.type("oldest")
    #expect(delegate.log.contains("4+1 st"))
  }

  // MARK: - What browsers send back

  /// The page has U+FFFD for characters that no page can have, and browsers send it back.
  @Test func aTextIsUnchangedIfItIsSentAsThePageHasIt() {
    let field = UITextField()
    field.text = "he\u{B}llo\u{85}"
    #expect(field.isUnchanged(by: .text("he\u{FFFD}llo\u{FFFD}"), part: ""))
    #expect(!field.isUnchanged(by: .text("hello"), part: ""))
    field.text = "é"
    #expect(!field.isUnchanged(by: .text("e\u{301}"), part: ""), "it has more bytes, which may be too many")
  }

  // MARK: - Secrets

  @Test func anEmptyInputKeepsASecureText() {
    let (field, delegate) = field("secret")
    field.isSecureTextEntry = true
    #expect(field.isUnchanged(by: .text(""), part: ""))
    field.type("")
    #expect(field.text == "secret")
    #expect(delegate.log.isEmpty)
    field.type("other")
    #expect(field.text == "other")
  }

  @Test func theClearButtonClearsASecureText() {
    let field = UITextField()
    field.accessibilityLabel = "Password"
    field.isSecureTextEntry = true
    field.clearButtonMode = .always
    #expect(!content(field).contains("clear"))
    field.text = "secret"
    #expect(content(field).contains(#"value="uiTextField.clear" aria-label="Clear Password""#))
    #expect(!content(field).contains("secret"))
    #expect(tap(field, "clear"))
    #expect(field.text == "")
  }

  // MARK: - The clear button

  @Test func theClearButtonAsksTheDelegateAndSendsAnEvent() {
    let (field, delegate) = field("x")
    field.clearButtonMode = .whileEditing
    var changes: [String?] = []
    field.on(.editingChanged) { changes.append($0.text) }
    delegate.clears = false
    #expect(tap(field, "clear"))
    #expect(field.text == "x")
    delegate.clears = true
    #expect(tap(field, "clear"))
    #expect(delegate.log == ["should clear", "should clear"])
    #expect(changes == [""])
  }

  @Test func onlyAFieldWithTextHasAClearButton() {
    let (field, _) = field("x")
    #expect(!content(field).contains("<button"))
    #expect(field.tapTarget(ofPart: "clear") == nil)
    field.clearButtonMode = .unlessEditing
    #expect(
      content(field).hasSuffix(
        #"<button name="tap" class="clear" value="uiTextField.clear" aria-label="Clear">"#
          + #"<span aria-hidden="true"></span></button>"#))
    field.text = ""
    #expect(!content(field).contains("<button"))
    field.keepDraft("draft")
    #expect(content(field).contains("<button"))
    field.isEnabled = false
    #expect(content(field).contains(" disabled><span"))
    #expect(!tap(field, "clear"))
  }

  // MARK: - Views beside the text

  @Test func leftAndRightViewsAreBesideTheText() {
    let field = UITextField()
    let (left, right) = (UILabel(), UIButton())
    field.leftView = left
    field.rightView = right
    #expect(left.superview === field)
    #expect(!content(field).contains("uiLabel"), "their mode is never")
    field.leftViewMode = .always
    field.rightViewMode = .unlessEditing
    #expect(content(field).hasPrefix(#"<div class="beside"><p id="uiTextField.uiLabel""#))
    #expect(content(field).contains(#"><div class="beside resting"><button id="uiTextField.uiButton""#))
    field.rightViewMode = .whileEditing
    #expect(content(field).contains(#"<div class="beside editing"><button"#))
    field.leftView = nil
    #expect(left.superview == nil)
    #expect(!content(field).contains("uiLabel"))
  }

  @Test func aPlaceholderCanHaveAColour() {
    let field = UITextField()
    field.attributedPlaceholder = NSAttributedString(string: "Name", attributes: [.foregroundColor: UIColor.red])
    #expect(field.placeholder == "Name")
    #expect(css(field) == "--placeholder:#ff0000;")
    #expect(fieldAttributes(field).contains(#"placeholder="Name""#))
    field.placeholder = "Other"
    #expect(css(field) == "")
    #expect(field.attributedPlaceholder?.string == "Other")
    field.attributedPlaceholder = nil
    #expect(field.placeholder == nil)
  }

  // MARK: - Traits

  @Test(
    arguments: [
      (.namePrefix, "honorific-prefix"), (.middleName, "additional-name"), (.organizationName, "organization"),
      (.addressCity, "address-level2"), (.countryName, "country-name"), (.creditCardNumber, "cc-number"),
      (.creditCardSecurityCode, "cc-csc"), (.birthdate, "bday"), (.oneTimeCode, "one-time-code"),
      (.fullStreetAddress, "address-line1"), (.flightNumber, nil), (.location, nil), (.cellularEID, nil),
    ] as [(UITextContentType, String?)])
  func aContentTypeBecomesAutocomplete(type: UITextContentType, autocomplete: String?) {
    let field = UITextField()
    field.textContentType = type
    #expect(
      fieldAttributes(field) == #"type="text" value="""# + (autocomplete.map { #" autocomplete="\#($0)""# } ?? ""))
  }

  /// The standard says which of them an input of a type may have.
  @Test func theContentTypeOverridesTheInputTypeOfTheKeyboard() {
    let field = UITextField()
    field.keyboardType = .phonePad
    field.textContentType = .oneTimeCode
    #expect(fieldAttributes(field) == #"type="text" value="" inputmode="tel" autocomplete="one-time-code""#)
    field.textContentType = .telephoneNumber
    #expect(fieldAttributes(field).hasPrefix(#"type="tel""#))
    field.isSecureTextEntry = true
    #expect(fieldAttributes(field) == #"type="password" inputmode="tel""#)
    field.textContentType = .newPassword
    #expect(fieldAttributes(field).hasSuffix(#"autocomplete="new-password""#))
    let view = UITextView()
    view.textContentType = .fullStreetAddress
    #expect(content(view).contains(#"autocomplete="street-address""#))
  }

  @Test func spellCheckingFollowsAutocorrectionByDefault() {
    let field = UITextField()
    field.autocorrectionType = .no
    #expect(fieldAttributes(field).hasSuffix(#" autocorrect="off" spellcheck="false""#))
    field.spellCheckingType = .yes
    #expect(fieldAttributes(field).hasSuffix(#" autocorrect="off" spellcheck="true""#))
    field.autocorrectionType = .default
    field.spellCheckingType = .no
    #expect(fieldAttributes(field).hasSuffix(#"value="" spellcheck="false""#))
  }

  @Test func unchangedTraitsDoNotRenderAgain() {
    let field = UITextField()
    let renderer = HTMLRenderer()
    field.keyboardType = .URL
    renderer.update(field)
    field.keyboardType = .URL
    #expect(!field.viewFlags.contains(.needsRender))
    field.smartQuotesType = .no
    #expect(field.smartQuotesType == .no)
  }
}

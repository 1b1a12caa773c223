import Foundation
import Testing

@testable import TempuraUI

/// What each view is in HTML.
@Suite struct ViewHTMLTests {
  // MARK: - Any view

  @Test func aViewIsADivisionWithItsIDAndClasses() {
    final class ProfileView: UIView {}
    class BaseView: UIView {}
    final class DetailView: BaseView {}
    #expect(html(UIView()) == #"<div id="uiView" class="UIView"></div>"#)
    #expect(html(ProfileView()) == #"<div id="profileView" class="ProfileView UIView"></div>"#)
    #expect(html(DetailView()) == #"<div id="detailView" class="DetailView BaseView UIView"></div>"#)
  }

  @Test func aGenericClassIsKnownByItsNameAlone() {
    final class Box<Content>: UIView {}
    #expect(html(Box<[String: Int]>()) == #"<div id="box" class="Box UIView"></div>"#)
  }

  @Test func subviewsAreInsideInTheirOrder() {
    let view = UIView()
    let (first, second) = (UILabel(), UIButton())
    view.addSubview(first)
    view.insertSubview(second, at: 0)
    #expect(
      content(view) == #"<button id="uiView.uiButton" class="UIButton" name="tap" value="uiView.uiButton"></button>"#
        + #"<p id="uiView.uiLabel" class="UILabel"></p>"#)
  }

  @Test func aHiddenViewIsHidden() {
    let view = UIView()
    view.isHidden = true
    #expect(attributes(view) == "hidden")
    view.isHidden = false
    #expect(attributes(view) == "")
  }

  @Test func aViewWithoutInteractionIsInert() {
    let view = UIView()
    view.isUserInteractionEnabled = false
    #expect(attributes(view) == "inert")
    view.isUserInteractionEnabled = true
    view.set(.isInert, to: true)
    #expect(attributes(view) == "inert")
  }

  @Test func aTransparentViewIsInvisibleAndAFaintOneIsNot() {
    let view = UIView()
    view.alpha = 0
    #expect(css(view) == "opacity:0;visibility:hidden;")
    view.alpha = 0.25
    #expect(css(view) == "opacity:0.25;")
    view.alpha = 7
    #expect(css(view) == "")
    view.alpha = -1
    #expect(view.alpha == 0)
  }

  @Test func accessibilityIsARIA() {
    let view = UIView()
    view.accessibilityLabel = "A \"label\""
    view.accessibilityHint = "<hint>"
    view.accessibilityValue = "3 & 4"
    view.accessibilityTraits = [.selected, .updatesFrequently]
    #expect(
      attributes(view) == #"role="group" aria-label="A &quot;label&quot;, 3 &amp; 4" "#
        + #"aria-description="&lt;hint&gt;" aria-current="true" aria-live="polite""#)
  }

  @Test func anIdentifierIsTheID() {
    let view = UIView()
    view.accessibilityIdentifier = "a\"b<c&d"
    #expect(html(view).contains(#"id="a&quot;b&lt;c&amp;d""#))
    #expect(view.descendant(withID: "a\"b<c&d") === view)
  }

  @Test func looksAreInTheStyleSheetAndNeverInTheMarkup() {
    let view = UIView()
    view.backgroundColor = .red
    view.tintColor = .blue
    view.layer.cornerRadius = 4.5
    view.transform = CGAffineTransform(translationX: 1, y: -2)
    #expect(
      css(view)
        == "background-color:#ff0000;--tint:#0000ff;--fill:var(--tint);border-radius:0.2813rem;translate:0.0625rem -0.125rem;"
    )
    let renderer = renderingFromScratch(view)
    #expect(renderer.html == #"<div id="uiView" class="UIView s0"></div>"#)
    #expect(renderer.styles.css == ".s0{\(css(view))}\n")
  }

  @Test func onlyAnAssignedFrameTakesAViewOutOfTheFlow() {
    let view = UIView(frame: CGRect(x: 16, y: 8, width: 32, height: 4))
    #expect(css(view) == "position:absolute;left:1rem;top:0.5rem;width:2rem;height:0.25rem;")
    view.setFlowingFrame(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(css(view) == "")
    #expect(view.frame.width == 8)
    view.frame = CGRect(x: 16, y: 8, width: 32, height: 4)
    view.frame.size.width = 48
    view.center = CGPoint(x: 40, y: 34)
    #expect(css(view) == "position:absolute;left:1rem;top:2rem;width:3rem;height:0.25rem;")
  }

  @Test func viewsThatLookTheSameShareAStyle() {
    let view = UIView()
    for index in 0..<4 {
      let label = UILabel()
      label.textColor = index < 3 ? .red : .blue
      view.addSubview(label)
    }
    #expect(renderingFromScratch(view).styles.css == ".s0{color:#ff0000;}\n.s1{color:#0000ff;}\n")
  }

  @Test func aLayerMayOutliveItsView() {
    var view: UIView? = UIView()
    let layer = view?.layer
    layer?.cornerRadius = 3
    #expect(view.map(css) == "border-radius:0.1875rem;")
    view = nil
    layer?.cornerRadius = 4
    #expect(layer?.cornerRadius == 4)
  }

  // MARK: - UILabel

  @Test func aLabelIsAParagraphOfItsText() {
    let label = UILabel()
    label.text = "one < two\nthree"
    #expect(html(label) == "<p id=\"uiLabel\" class=\"UILabel\">one &lt; two\nthree</p>")
    label.text = ""
    #expect(label.text == nil)
    label.text = nil
    #expect(content(label) == "")
  }

  @Test(arguments: [(-5, "h1"), (1, "h1"), (2, "h2"), (3, "h3"), (4, "h4"), (5, "h5"), (6, "h6"), (7, "h6")])
  func aHeaderIsAHeadingOfItsLevel(level: Int, tag: String) {
    let label = UILabel()
    label.text = "x"
    label.accessibilityTraits = .header
    #expect(html(label).hasPrefix("<h2 "), "the default")
    label.headingLevel = level
    #expect(html(label).hasPrefix("<\(tag) "))
    #expect(html(label).hasSuffix("</\(tag)>"))
  }

  @Test func aLabelHasFontColorAndAlignment() {
    let label = UILabel()
    label.font = .italicSystemFont(ofSize: 8)
    label.textColor = .white
    label.textAlignment = .right
    #expect(
      css(label)
        == "font-size:0.5rem;font-weight:400;font-style:italic;color:#ffffff;text-align:right;line-height:0.6042rem;")
    label.font = nil
    label.textColor = nil
    #expect(label.font == .systemFont(ofSize: 17))
    #expect(label.textColor == .label)
    #expect(css(label) == "text-align:right;")
  }

  /// A parser ends a paragraph at a division or another paragraph.
  @Test func aLabelWithSubviewsIsNoParagraph() {
    let label = UILabel()
    label.text = "text"
    label.addSubview(UILabel())
    #expect(
      html(label) == #"<div id="uiLabel" class="UILabel">text<p id="uiLabel.uiLabel" class="UILabel"></p></div>"#)
  }

  @Test func aTextThatOnlyLooksTheSameIsAnotherText() {
    let label = UILabel()
    label.text = "\u{E9}"
    label.text = "e\u{301}"
    #expect(label.text?.unicodeScalars.count == 2)
  }

  // MARK: - UIButton

  @Test func aButtonTapsItself() {
    let button = UIButton()
    #expect(html(button) == #"<button id="uiButton" class="UIButton" name="tap" value="uiButton"></button>"#)
    button.accessibilityIdentifier = "save"
    #expect(html(button) == #"<button id="save" class="UIButton" name="tap" value="save"></button>"#)
  }

  @Test func aButtonShowsItsTitleAndImage() {
    let button = UIButton()
    button.setTitle("Save & close", for: .normal)
    #expect(content(button) == "<span>Save &amp; close</span>")
    button.setImage(UIImage(url: "/save.svg"), for: .normal)
    #expect(content(button) == #"<img src="/save.svg" alt=""><span>Save &amp; close</span>"#)
    button.setTitle(nil, for: .normal)
    button.setImage(UIImage(url: "/pressed.svg"), for: .highlighted)
    #expect(
      content(button)
        == #"<img class="normal" src="/save.svg" alt=""><img class="highlighted" src="/pressed.svg" alt="">"#
    )
  }

  @Test func aButtonHasAFaceForEachOfItsStates() {
    let button = UIButton()
    button.setTitle("normal", for: .normal)
    button.setTitle("selected", for: .selected)
    button.setTitle("disabled", for: .disabled)
    button.setTitleColor(.red, for: .normal)
    button.setTitleColor(.blue, for: .highlighted)
    #expect(css(button) == "color:#ff0000;--pressed:#0000ff;")
    #expect(button.currentTitle == "normal")
    button.isSelected = true
    #expect(button.currentTitle == "selected")
    #expect(html(button).contains(" aria-pressed=\"true\""))
    button.isSelected = false
    button.isEnabled = false
    #expect(content(button) == "<span>disabled</span>")
    #expect(html(button).contains(" disabled>"))
    button.isSelected = true
    #expect(button.currentTitle == "normal", "there is none for both at once")
    #expect(button.title(for: .highlighted) == "normal")
  }

  @Test func theTitleLabelOfAButtonIsItsLook() {
    let button = UIButton()
    let renderer = HTMLRenderer()
    renderer.update(button)
    button.titleLabel?.font = .boldSystemFont(ofSize: 16)
    renderer.update(button)
    #expect(renderer.styles.css == ".s0{font-size:1rem;font-weight:600;line-height:1.2083rem;}\n")
  }

  @Test func aButtonCanBeMadeOfAnAction() {
    var taps = 0
    let button = UIButton(primaryAction: UIAction(title: "Go") { _ in taps += 1 })
    #expect(content(button) == "<span>Go</span>")
    button.sendActions(for: .touchUpInside)
    #expect(taps == 1)
  }

  // MARK: - UITextField

  @Test func aTextFieldIsAnInput() {
    let field = UITextField()
    field.text = "a \"b\" <c>\r"
    #expect(
      html(field)
        == #"<div id="uiTextField" class="UITextField"><input id="uiTextField.field" name="uiTextField" type="text" "#
        + #"value="a &quot;b&quot; &lt;c&gt;&#13;"></div>"#)
  }

  @Test(
    arguments: [
      (.emailAddress, "email", "email"), (.URL, "url", "url"), (.phonePad, "tel", "tel"),
      (.webSearch, "search", "search"),
      (.numberPad, "text", "numeric"), (.decimalPad, "text", "decimal"), (.asciiCapableNumberPad, "text", "numeric"),
      (.default, "text", nil), (.asciiCapable, "text", nil), (.twitter, "text", nil),
    ] as [(UIKeyboardType, String, String?)])
  func aKeyboardIsATypeAndAMode(keyboard: UIKeyboardType, type: String, mode: String?) {
    let field = UITextField()
    field.keyboardType = keyboard
    let mode = mode.map { " inputmode=\"\($0)\"" } ?? ""
    #expect(fieldAttributes(field) == #"type="\#(type)" value=""\#(mode)"#)
  }

  @Test(
    arguments: [
      (.go, "go"), (.google, "search"), (.join, "go"), (.next, "next"), (.route, "go"), (.search, "search"),
      (.send, "send"),
      (.yahoo, "search"), (.done, "done"), (.emergencyCall, "go"), (.continue, "next"),
    ] as [(UIReturnKeyType, String)])
  func aReturnKeyIsAHint(key: UIReturnKeyType, hint: String) {
    let field = UITextField()
    field.returnKeyType = key
    #expect(fieldAttributes(field).hasSuffix(" enterkeyhint=\"\(hint)\""))
  }

  @Test func theOtherTraitsAreAttributes() {
    let field = UITextField()
    field.placeholder = "Your <name>"
    field.maximumLength = 20
    field.textContentType = .givenName
    field.autocapitalizationType = .words
    field.autocorrectionType = .no
    #expect(
      fieldAttributes(field)
        == #"aria-label="Your &lt;name&gt;" type="text" value="" placeholder="Your &lt;name&gt;" maxlength="20" "#
        + #"autocomplete="given-name" autocapitalize="words" autocorrect="off" spellcheck="false""#)
    field.autocapitalizationType = .none
    #expect(fieldAttributes(field).contains("autocapitalize=\"none\""))
    field.autocapitalizationType = .allCharacters
    #expect(fieldAttributes(field).contains("autocapitalize=\"characters\""))
  }

  @Test func aSecretIsNeverSentBack() {
    let field = UITextField()
    field.isSecureTextEntry = true
    field.text = "secret"
    #expect(fieldAttributes(field) == #"type="password""#)
  }

  @Test func aDisabledFieldIsDisabledAndAFocusedOneFocused() {
    let field = UITextField()
    #expect(field.becomeFirstResponder())
    #expect(fieldAttributes(field).hasPrefix("autofocus "))
    #expect(field.resignFirstResponder())
    field.isEnabled = false
    #expect(fieldAttributes(field).hasPrefix("disabled "))
    #expect(!field.becomeFirstResponder())
  }

  // MARK: - UITextView

  private final class Delegate: UITextViewDelegate {}

  @Test func aTextViewIsATextArea() {
    let view = UITextView()
    view.text = "one\n<two>"
    #expect(
      content(view) == "<textarea id=\"uiTextView.field\" name=\"uiTextView\">\none\n&lt;two&gt;</textarea>")
  }

  /// A parser drops one line feed behind the start tag.
  @Test func aLeadingLineBreakIsKept() {
    let view = UITextView()
    view.text = "\nsecond"
    #expect(content(view).hasSuffix(">\n\nsecond</textarea>"))
  }

  @Test func aTextViewWhoseReturnKeyEndsTheInputIsOneLine() {
    let view = UITextView()
    view.returnKeyType = .done
    view.text = "one \"line\""
    #expect(
      content(view) == #"<input type="text" id="uiTextView.field" name="uiTextView" enterkeyhint="done" "#
        + #"value="one &quot;line&quot;">"#)
    for newline in ["\n", "\r\n", "\r", "\u{2028}"] {
      view.text = "two\(newline)lines"
      #expect(content(view).hasPrefix("<textarea"))
    }
  }

  @Test func aTextViewWithADelegateHasItsReturnKeyBesideIt() {
    let (view, delegate) = (UITextView(), Delegate())
    view.delegate = delegate
    view.returnKeyType = .emergencyCall
    #expect(
      content(view).hasSuffix(
        #"<button name="tap" class="return" value="uiTextView.return"><span>Emergency call</span></button>"#))
    view.isEditable = false
    #expect(!content(view).contains("<button"))
    #expect(content(view).contains(" readonly"))
    view.isEditable = true
    view.delegate = nil
    #expect(!content(view).contains("<button"))
  }

  @Test func aTextViewHasAPlaceholderAndALabel() {
    let view = UITextView()
    view.placeholder = "Write"
    #expect(content(view).contains(#" aria-label="Write" placeholder="Write""#))
    view.accessibilityLabel = "Note"
    #expect(content(view).contains(#" aria-label="Note" placeholder="Write""#))
  }

  // MARK: - Other views

  @Test func anImageHasAnAlternativeText() {
    let view = UIImageView(image: UIImage(url: "/a\"b.png"))
    #expect(html(view) == #"<img id="uiImageView" class="UIImageView" src="/a&quot;b.png" alt="">"#)
    view.accessibilityLabel = "A cat"
    #expect(html(view).hasSuffix(#" src="/a&quot;b.png" alt="A cat">"#))
    view.image = nil
    #expect(html(view).hasPrefix("<span "))
  }

  @Test func aStackViewShowsTheArrangedViewsInTheirOrder() {
    let (first, second, third, other) = (UILabel(), UIButton(), UIImageView(), UITextField())
    let stack = UIStackView(arrangedSubviews: [first, second])
    stack.addSubview(other)
    stack.insertArrangedSubview(third, at: 0)
    #expect(stack.subviews == [third, first, second, other])
    stack.insertArrangedSubview(first, at: 99)
    #expect(stack.arrangedSubviews == [third, second, first])
    stack.removeArrangedSubview(second)
    #expect(stack.subviews.contains { $0 === second }, "it stays a subview")
    #expect(stack.arrangedSubviews == [third, first])
    first.removeFromSuperview()
    #expect(stack.arrangedSubviews == [third])
  }

  @Test func aScrollViewTellsWhetherItScrolls() {
    let view = UIScrollView()
    #expect(attributes(view) == "data-scrolls")
    view.isScrollEnabled = false
    #expect(attributes(view) == "")
    view.contentInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 0)
    #expect(css(view) == "padding:1px 0 3px 2px;")
  }

  @Test func aListIsAList() {
    let flow = UICollectionViewFlowLayout()
    flow.minimumLineSpacing = 4
    let list = UICollectionView(frame: .zero, collectionViewLayout: flow)
    list.addSubview(UICollectionViewCell())
    #expect(html(list).hasPrefix("<ul "))
    #expect(content(list) == #"<li id="uiCollectionView.uiCollectionViewCell" class="UICollectionViewCell"></li>"#)
    #expect(css(list) == "gap:4px 10px;")
  }

  /// Whatever is put into a view as text stays text.
  @Test func textNeverBecomesMarkup() {
    let text = "</p></textarea></span><script>'\"&"
    let (label, button, field, area) = (UILabel(), UIButton(), UITextField(), UITextView())
    let image = UIImageView(image: UIImage(url: text))
    label.text = text
    button.setTitle(text, for: .normal)
    (field.text, field.placeholder) = (text, text)
    (area.text, area.placeholder) = (text, text)
    for view in [label, button, field, area, image] {
      view.accessibilityLabel = text
      view.accessibilityHint = text
      view.accessibilityValue = text
      view.accessibilityIdentifier = text
      #expect(!html(view).contains("<script"))
      #expect(!html(view).contains("'"))
    }
  }
}

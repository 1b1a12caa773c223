import Foundation
import Testing

@testable import TempuraUI

/// Files that are dropped on views, and pasted into them.
@Suite(.app) struct DropTests {
  private final class Receiver: UIDropInteractionDelegate {
    let events = Events()
    var operation = UIDropOperation.copy
    func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
      session.canLoadObjects(ofClass: UIImage.self)
    }
    func dropInteraction(_: UIDropInteraction, sessionDidUpdate _: any UIDropSession) -> UIDropProposal {
      UIDropProposal(operation: operation)
    }
    func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
      events.add("drop \(session.items.map { $0.itemProvider.suggestedName ?? "" })")
      session.loadObjects(ofClass: UIImage.self) { self.events.add("\($0.count) images") }
    }
    func dropInteraction(_: UIDropInteraction, concludeDrop _: any UIDropSession) { events.add("conclude") }
    func dropInteraction(_: UIDropInteraction, sessionDidEnd _: any UIDropSession) { events.add("end") }
  }

  private final class Pasted: UIView {
    let events = Events()
    override func paste(itemProviders: [NSItemProvider]) {
      events.add("paste \(itemProviders.map(\.registeredTypeIdentifiers))")
    }
  }

  private let controller = UIViewController()
  private let page: Page

  init() {
    UIApplication.shared.environment.uploadLimit = 1 << 20
    page = Page(showing: controller)
  }

  private static let gif = "GIF89a\u{2}\0\u{1}\0\0\0\0;"

  private func send(_ files: [SentFile], to id: String) throws {
    let field = try #require(page.window.descendant(withID: id) as? FileField)
    #expect(field.problem(with: .files(files), part: "") == nil)
    field.enter(.files(files), part: "")
    try page.tap("\(id).set")
  }

  @Test func aViewWithADropInteractionHasAFieldWhoseFilesTheDelegateGets() throws {
    let receiver = Receiver()
    let interaction = UIDropInteraction(delegate: receiver)
    controller.view.addInteraction(interaction)
    #expect(page.html.contains(" data-takes=\"drop\"") && page.html.contains(" type=\"file\" required multiple>"))
    #expect(page.button("uiView.drop.set")?.contains("formenctype=\"multipart/form-data\"") == true)
    try send([Unnamed(Self.gif).sent(as: "a.gif"), Unnamed("b").sent(as: "b.txt")], to: "uiView.drop")
    #expect(receiver.events.take() == ["drop [\"a\", \"b\"]", "1 images", "conclude", "end"])
    try send([Unnamed("b").sent(as: "b.txt")], to: "uiView.drop")
    #expect(receiver.events.take() == [] && page.html.contains("b.txt is of another kind than is wanted here."))
    receiver.operation = .forbidden
    try send([Unnamed(Self.gif).sent(as: "a.gif")], to: "uiView.drop")
    #expect(receiver.events.take() == ["end"])
    for view in controller.view.subviews { view.removeFromSuperview() }
    #expect(page.html.contains("data-takes"), "the field is not of the app's views")
    controller.view.removeInteraction(interaction)
    #expect(!page.html.contains("data-takes"))
  }

  @Test func pastedFilesGoToTheFirstResponderThatTakesThem() throws {
    final class Refusing: UIView {
      override func canPaste(_ itemProviders: [NSItemProvider]) -> Bool { false }
    }
    let (outer, inner) = (Pasted(), Refusing())
    outer.addSubview(inner)
    controller.view.addSubview(outer)
    for view in [outer, inner] { view.pasteConfiguration = UIPasteConfiguration(forAccepting: UIImage.self) }
    #expect(page.count(of: " data-takes=\"paste\"") == 2)
    let field = try #require(inner.subviews.first as? FileField)
    #expect(field.problem(with: .files([Unnamed("b").sent(as: "b.txt")]), part: "") != nil)
    try send([Unnamed(Self.gif).sent(as: "a.gif")], to: field.elementID)
    #expect(outer.events.take() == ["paste [[\"com.compuserve.gif\"]]"])
    inner.pasteConfiguration = nil
    #expect(page.count(of: "data-takes") == 1)
  }

  @Test func aControllerOffersToPasteWhenItsViewIsLoaded() {
    final class Pasting: UIViewController {
      override func viewDidLoad() { #expect(view.subviews.contains { $0 is FileField }) }
    }
    let pasting = Pasting()
    pasting.pasteConfiguration = UIPasteConfiguration(acceptableTypeIdentifiers: ["public.image"])
    pasting.loadViewIfNeeded()
  }
}

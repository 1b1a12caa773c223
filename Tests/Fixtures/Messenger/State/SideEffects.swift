import Foundation
import Hydra
import Katana
import Tempura
import UserNotifications

final class DependenciesContainer: NavigationProvider {
  let dispatch: AnyDispatch
  let getState: GetState
  let navigator = Navigator()
  let api = MessageAPI()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.dispatch = dispatch
    self.getState = getState
  }
}

final class MessageAPI: Sendable {
  func send(_ text: String) -> Promise<Void> {
    Promise<Void>(in: .background) { resolve, _, _ in
      Thread.sleep(forTimeInterval: 0.3)
      resolve(())
    }
  }

  func answer(to text: String) -> Promise<String> {
    Promise<String>(in: .background) { resolve, _, _ in
      Thread.sleep(forTimeInterval: 1)
      resolve(text.hasSuffix("?") ? "Let me think about it." : "Thank you for “\(text.prefix(20))”.")
    }
  }

  func refresh() -> Promise<Void> {
    Promise<Void>(resolved: ()).defer(0.5)
  }
}

struct SendMessage: SideEffect {
  let text: String
  var picture: Int?
  var quotedID: String?
  let chatID: String

  func sideEffect(_ context: SideEffectContext<AppState, DependenciesContainer>) throws {
    let id = UUID().uuidString
    let message = Message(
      id: id, senderID: nil, text: text, picture: picture, date: Date(), status: .sending, quotedID: quotedID)
    try Hydra.await(context.dispatch(AppendMessage(message: message, chatID: chatID)))
    try Hydra.await(context.dependencies.api.send(text))
    try Hydra.await(context.dispatch(ChangeMessage(id: id, chatID: chatID) { $0.status = .sent }))
    guard let contactID = context.getState().chat(chatID)?.memberIDs.first else { return }
    try Hydra.await(context.dispatch(SetTyping(contactID: contactID, chatID: chatID)))
    let answer = try Hydra.await(context.dependencies.api.answer(to: text))
    try Hydra.await(context.dispatch(ChangeMessage(id: id, chatID: chatID) { $0.status = .read }))
    try Hydra.await(context.dispatch(SetTyping(contactID: nil, chatID: chatID)))
    let reply = Message(id: UUID().uuidString, senderID: contactID, text: answer, date: Date())
    try Hydra.await(context.dispatch(AppendMessage(message: reply, chatID: chatID)))
    notify(reply, from: context.getState().contact(contactID)?.name)
  }

  private func notify(_ message: Message, from name: String?) {
    let content = UNMutableNotificationContent()
    content.title = name ?? ""
    content.body = message.text
    content.sound = .default
    content.badge = 1
    content.userInfo = ["chat": chatID]
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false)
    UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: message.id, content: content, trigger: trigger), withCompletionHandler: nil)
  }
}

struct RefreshChats: SideEffect {
  func sideEffect(_ context: SideEffectContext<AppState, DependenciesContainer>) throws {
    try Hydra.await(context.dependencies.api.refresh())
    try Hydra.await(context.dispatch(ChangeChats(ids: ["hebrew"]) { $0.unread += 1 }))
  }
}

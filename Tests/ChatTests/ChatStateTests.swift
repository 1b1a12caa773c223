import Foundation
import Testing

@testable import ChatDemo

/// What updaters make of the state, and what screens show of it.
@Suite struct ChatStateTests {
  private var state = ChatState()

  init() {
    state.name = "Ann"
    Enter(room: "tea").updateState(&state)
  }

  /// What another user sees who was never here, and shares the list of rooms.
  private func other(in room: String? = nil) -> ChatState {
    var other = ChatState()
    (other.name, other.room, other.lobby) = ("Bob", room, state.lobby)
    if room != nil { other.talk = state.talk }
    return other
  }

  private func model(_ state: ChatState?, room: String? = nil) -> ChatViewModel {
    ChatViewModel(state: state, localState: Place(room: room))
  }

  // MARK: - Posting

  @Test mutating func aPostChangesTheRoomTheListAndWhatTheUserHasRead() {
    SetTyping(time: Date()).updateState(&state)
    Post(room: "tea", text: "Hello").updateState(&state)
    #expect(state.talk.messages.map(\.text) == ["Hello"] && state.talk.messages[0].author == state.me)
    #expect(state.talk.count == 1 && state.talk.typists.isEmpty)
    #expect(state.lobby == [Room(name: "tea", count: 1, last: state.talk.messages[0])])
    #expect(state.read == ["tea": 1])
  }

  @Test mutating func aPostThatRunsAgainIsTheSame() {
    let post = Post(room: "tea", text: "Hello")
    var newer = state
    Post(room: "tea", text: "Sooner").updateState(&newer)
    post.updateState(&state)
    post.updateState(&newer)
    #expect(newer.talk.messages.last == state.talk.messages.last)
  }

  @Test mutating func aPostToARoomThatTheUserHasLeftDoesNothing() {
    let before = state
    Post(room: "coffee", text: "Hello").updateState(&state)
    #expect(state.talk == before.talk && state.lobby == before.lobby)
  }

  @Test mutating func theRoomKeepsItsLastMessagesAndTheListItsLastRooms() {
    for number in 1...205 { Post(room: "tea", text: "\(number)").updateState(&state) }
    #expect(state.talk.count == 205 && state.talk.messages.count == 200 && state.talk.messages[0].text == "6")
    for number in 1...105 {
      Leave(room: state.room ?? "").updateState(&state)
      Enter(room: "\(number)").updateState(&state)
      state.talk = Talk()
      Post(room: "\(number)", text: "Hello").updateState(&state)
    }
    #expect(state.lobby.count == 100 && state.lobby[0].name == "105")
  }

  // MARK: - Reading

  @Test mutating func messagesAreNewUntilTheRoomWasEntered() {
    for text in ["One", "Two"] { Post(room: "tea", text: text).updateState(&state) }
    var bob = other()
    #expect(model(bob).rows.map(\.note) == ["2 new"])
    #expect(model(bob).rows.map(\.text) == ["Ann: Two"])
    #expect(model(state).rows.map(\.note) == [""])
    Enter(room: "tea").updateState(&bob)
    #expect(model(bob).rows.map(\.note) == [""])
  }

  @Test mutating func messagesAreReadWhenTheRoomIsLeft() {
    state.talk.count = 3
    Leave(room: "coffee").updateState(&state)
    #expect(state.room == "tea" && state.read == [:])
    Leave(room: "tea").updateState(&state)
    #expect(state.room == nil && state.read == ["tea": 3])
  }

  @Test mutating func theAuthorIsToldOnceAndTheTimeOnceForAGroup() {
    for text in ["Hello", "Is anyone here?"] { Post(room: "tea", text: text).updateState(&state) }
    #expect(model(state, room: "tea").rows.map(\.title) == ["You", ""])
    #expect(model(state, room: "tea").rows.map(\.isOwn) == [true, true])
    #expect(model(state, room: "tea").rows.map(\.time.isEmpty) == [false, true])
    let last = state.talk.messages[1]
    for (author, seconds) in [("Bob", 800.0), ("Bob", 1_600), ("Bob", 2_600)] {
      let time = last.time.addingTimeInterval(seconds)
      state.talk.messages.append(Message(id: "\(seconds)", author: author, name: author, text: "Yes", time: time))
    }
    #expect(model(state, room: "tea").rows.map(\.title) == ["You", "", "Bob", "", "Bob"])
    #expect(model(state, room: "tea").rows.map(\.time.isEmpty) == [false, true, true, true, false])
    #expect(model(other(in: "tea"), room: "tea").rows.map(\.title)[0] == "Ann")
  }

  @Test mutating func aRoomWithoutMessagesSaysSo() {
    #expect(model(state, room: "tea").nothing == "No Messages" && model(state).nothing == "No Rooms")
  }

  @Test mutating func aRoomIsOnlyShownToThoseInIt() {
    Post(room: "tea", text: "Hello").updateState(&state)
    let elsewhere = model(state, room: "coffee")
    #expect(elsewhere.rows.isEmpty && elsewhere.hint == nil && elsewhere.action == "Join")
    state.name = ""
    #expect(model(state, room: "tea").hint == "Your name")
    #expect(model(nil, room: "tea").rows.isEmpty)
  }

  // MARK: - Typing

  @Test mutating func othersSeeWhoIsTyping() {
    SetTyping(time: Date()).updateState(&state)
    #expect(model(state, room: "tea").note == "")
    #expect(model(other(in: "tea"), room: "tea").note == "Ann typing…")
    Leave(room: "tea").updateState(&state)
    #expect(model(other(in: "tea"), room: "tea").note == "")
  }

  @Test mutating func someoneWhoEndedWithoutAWordIsNotTyping() {
    SetTyping(time: Date(timeIntervalSinceNow: -8)).updateState(&state)
    #expect(model(other(in: "tea"), room: "tea").note == "")
  }

  // MARK: - Names

  @Test(arguments: [
    ("tea", "tea"), (" green \t tea\n", "green tea"), ("e\u{301}", "\u{e9}"), ("a/b", "a/b"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ("شاي", "شاي"),
    (String(repeating: "ü", count: 100), String(repeating: "ü", count: 100)),
  ])
  func aNameIsOneLine(text: String, name: String) {
    #expect(Name(text).map { Array($0.description.utf8) } == Array(name.utf8))
  }

  @Test(arguments: ["", " \n", "\u{200B}\u{2060}", String(repeating: "ü", count: 101)])
  func aTextThatCannotBeSeenOrIsTooLongIsNoName(text: String) {
    #expect(Name(text) == nil)
  }
}

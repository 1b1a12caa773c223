import Foundation

enum Samples {
  static let start = Date(timeIntervalSince1970: 1_760_000_000)

  static let contacts = [
    Contact(id: "anna", name: "Anna Bell", phone: "+1 555 0100"),
    Contact(
      id: "long", name: "Maximiliane Alexandra Wilhelmina von Hohenstein-Langenberg zu Niederwald",
      phone: "+49 30 5550101"),
    Contact(id: "emoji", name: "🌸🦊✨", phone: "+81 3 5550 0102"),
    Contact(id: "arabic", name: "ليلى حداد", phone: "+962 6 555 0103"),
    Contact(id: "hebrew", name: "נועה לוי", phone: "+972 3 555 0104"),
    Contact(id: "empty", name: "Zoë", phone: "+31 20 555 0105"),
    Contact(id: "novel", name: "Ben Carter", phone: "+44 20 5555 0106"),
    Contact(id: "word", name: "Donaudampfschifffahrtsgesellschaftskapitän", phone: "+43 1 5550107"),
  ]

  static let chats: [Chat] = [
    Chat(
      id: "anna", title: "Anna Bell", memberIDs: ["anna"],
      messages: [
        message(0, "anna", "Good morning! Are you coming on Saturday?"),
        message(1, "anna", "We meet at ten by the river."),
        message(2, nil, "Yes"),
        message(3, nil, "I bring the bread, and two sorts of cheese, if the shop on the corner is open before nine."),
        message(4, "anna", "👍🎉"),
        message(1500, "anna", "The way is on https://example.org/maps/river, or call +1 555 0100."),
        message(1501, "anna", "", picture: 0),
        message(1502, nil, "", picture: 3, status: .sent),
        message(1503, nil, "❤️", status: .sent),
        message(1504, "anna", "See you there\nand do not forget the blanket", reaction: "❤️"),
      ], unread: 2, isPinned: true),
    Chat(
      id: "trip", title: "Trip to the mountains in the first week of August with everybody from the office",
      memberIDs: ["anna", "long", "emoji"],
      messages: [
        message(10, "anna", "Who has a car?"),
        message(11, "long", "I have one with seven seats."),
        message(12, "long", "It has no roof, though."),
        message(13, "emoji", "🏔️"),
        message(14, nil, "Then we need hats."),
      ], unread: 128, isMuted: true),
    Chat(
      id: "long", title: "Maximiliane Alexandra Wilhelmina von Hohenstein-Langenberg zu Niederwald",
      memberIDs: ["long"],
      messages: [
        message(
          20, "long",
          "https://example.org/a/very/long/address/without/any/space/that/a/line/could/break/at?and=a&query=too")
      ]),
    Chat(
      id: "emoji", title: "🌸🦊✨", memberIDs: ["emoji"],
      messages: [message(30, "emoji", "👨‍👩‍👧‍👦"), message(31, nil, "🇮🇹🇯🇵🏳️‍🌈")], unread: 1),
    Chat(
      id: "arabic", title: "ليلى حداد", memberIDs: ["arabic"],
      messages: [
        message(40, "arabic", "مرحبا! هل نلتقي غدا في المقهى قرب المكتبة؟"),
        message(41, nil, "نعم، الساعة 5"),
        message(42, "arabic", "The café is called القمر, in Main Street 12."),
      ]),
    Chat(
      id: "hebrew", title: "נועה לוי", memberIDs: ["hebrew"],
      messages: [message(50, "hebrew", "שלום, מה שלומך היום?"), message(51, nil, "בסדר גמור, תודה!")]),
    Chat(id: "empty", title: "Zoë", memberIDs: ["empty"]),
    Chat(
      id: "novel", title: "Ben Carter", memberIDs: ["novel"],
      messages: [
        message(
          60, "novel", String(String(repeating: "The road went on and on over the hills. ", count: 250).prefix(10_000))),
        message(61, nil, String(repeating: "a", count: 120)),
      ]),
    Chat(
      id: "word", title: "Donaudampfschifffahrtsgesellschaftskapitän", memberIDs: ["word"],
      messages: [message(70, "word", "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz")], isMuted: true),
  ]

  static func moreChats(_ count: Int) -> [Chat] {
    (1...count).map { number in
      Chat(
        id: "chat\(number)", title: "Chat \(number)", memberIDs: ["anna"],
        messages: [message(-number * 60, "anna", "This is the last message of chat \(number).")],
        unread: number % 7 == 0 ? number : 0)
    }
  }

  private static func message(
    _ minute: Int, _ senderID: String?, _ text: String, picture: Int? = nil, status: Message.Status = .read,
    reaction: String? = nil
  ) -> Message {
    Message(
      id: "m\(minute)", senderID: senderID, text: text, picture: picture,
      date: start.addingTimeInterval(Double(minute) * 60), status: status, reaction: reaction)
  }
}

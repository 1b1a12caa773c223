import Basics
import Foundation
import Katana
import Sessions
import Testing

@testable import SessionKernel
@testable import TempuraServer

@Suite struct IdempotencyKeysTests {
  private func url(_ answer: IdempotencyKeys.Known?) -> String? {
    if case .redirect(let url) = answer { url } else { nil }
  }

  private func answer(
    _ key: IdempotencyKeys.Key, with url: String, isTap: Bool = true, at time: Int64 = 0,
    _ answers: inout IdempotencyKeys
  ) {
    answers.begin(key, isTap: isTap, at: time)
    answers.decide(key, url: url)
    answers.finish(key, url: "/")
  }

  private func stored(_ key: IdempotencyKeys.Key, _ url: String, at time: Int64 = 0, isTap: Bool = true)
    -> IdempotencyKeys.Stored
  {
    IdempotencyKeys.Stored(key: key, url: url, time: time, isTap: isTap)
  }

  @Test func anAnswerIsRemembered() {
    var answers = IdempotencyKeys()
    answers.begin(1, isTap: true, at: 0)
    #expect(answers[1] != nil && url(answers[1]) == nil)
    answers.decide(1, url: "/a")
    #expect(url(answers[1]) == nil, "it is not stored yet")
    #expect(answers.stored == [stored(1, "/a")])
    answers.finish(1, url: "/")
    #expect(url(answers[1]) == "/a")
    #expect(answers[2] == nil)
  }

  @Test func aFormThatWasNotAppliedMayBeTriedAgain() {
    var answers = IdempotencyKeys()
    answers.begin(1, isTap: true, at: 0)
    answers.decide(1, url: "/a")
    let version = answers.version
    answers.finish(1, url: nil)
    #expect(answers[1] == nil)
    #expect(answers.stored == [] && answers.version > version)
  }

  private let limit = UInt64(IdempotencyKeys.maxTaps)

  @Test func aTapIsRememberedForTwoMinutes() {
    var answers = IdempotencyKeys()
    answer(1, with: "/1", at: 1000, &answers)
    answer(2, with: "/2", at: 1119, &answers)
    #expect(url(answers[1]) == "/1")
    let version = answers.version
    answers.begin(3, isTap: true, at: 1120)
    #expect(answers[1] == nil && answers[2] != nil)
    #expect(answers.version == version, "what is dropped does not have to be stored")
    #expect(answers.stored.map(\.key) == [2])
  }

  @Test func aTapThatIsSentAgainIsRememberedForTwoMinutesMore() {
    var answers = IdempotencyKeys()
    answer(1, with: "/1", at: 1000, &answers)
    answer(2, with: "/2", at: 1010, &answers)
    let version = answers.version
    answers.renew(1, at: 1001)
    #expect(answers.version == version, "so soon it is not worth a save")
    answers.renew(1, at: 1100)
    #expect(answers.version > version)
    answers.begin(3, isTap: true, at: 1219)
    #expect(url(answers[1]) == "/1" && answers[2] == nil)
  }

  @Test func moreTapsThanAPersonMakesAreNotRemembered() {
    var answers = IdempotencyKeys()
    for number in 0..<2 * limit { answer(number, with: "/a", &answers) }
    #expect((0..<2 * limit).filter { answers[$0] != nil } == Array(limit - 1..<2 * limit))
    #expect(answers.text.utf8.count < 4096)
  }

  @Test func typingDisplacesNoTap() {
    var answers = IdempotencyKeys()
    answer(1, with: "/1", &answers)
    for number in UInt64(100)..<1000 { answer(number, with: "/a", isTap: false, &answers) }
    #expect(answers[1] != nil)
    #expect((UInt64(100)..<1000).filter { answers[$0] != nil }.count == IdempotencyKeys.maxTyping + 1)
  }

  @Test func longURLsTakeNoMoreThanTheirRoom() {
    var answers = IdempotencyKeys()
    for number in UInt64(0)..<100 {
      answer(number, with: "/\(number)" + String(repeating: "x", count: 2000), &answers)
    }
    #expect((UInt64(0)..<100).filter { answers[$0] != nil } == Array(91..<100))
    let urls = answers.stored.suffix(2).map(\.url)
    for number in UInt64(0)..<100 { answer(number, with: urls[Int(number % 2)], &answers) }
    #expect((UInt64(0)..<100).allSatisfy { answers[$0] != nil }, "equal URLs count once")
  }

  @Test func aPendingFormIsNotForgotten() {
    var answers = IdempotencyKeys()
    answers.begin(1000, isTap: true, at: 0)
    for number in 0..<2 * limit { answer(number, with: "/a", at: 500, &answers) }
    #expect(answers[1000] != nil)
  }

  @Test func anUndoneAnswerIsNotStored() {
    var answers = IdempotencyKeys()
    answer(1, with: "/1", &answers)
    answers.begin(2, isTap: true, at: 0)
    answers.decide(2, url: "/2")
    answers.clearUnstoredDecisions()
    #expect(answers.stored.map(\.key) == [1])
  }

  @Test func answersThatOthersGaveAreTakenOver() {
    var answers = IdempotencyKeys()
    answers.begin(2, isTap: true, at: 0)
    let isNews = answers.merge(IdempotencyKeys([stored(1, "/1")]), at: 0)
    #expect(isNews.isEmpty)
    #expect(url(answers[1]) == "/1")
    let applied = answers.merge(IdempotencyKeys([stored(2, "/2")]), at: 0)
    #expect(applied == [2], "this form was given to two servers")
    answers.finish(2, url: "/")
    #expect(url(answers[2]) == "/2")
  }

  @Test(arguments: [false, true]) func aFormThatWasAppliedElsewhereStaysApplied(isUndoneHere: Bool) {
    var answers = IdempotencyKeys()
    answers.begin(2, isTap: true, at: 0)
    answers.decide(2, url: "/here")
    if isUndoneHere { answers.clearUnstoredDecisions() }
    _ = answers.merge(IdempotencyKeys([stored(2, "/there")]), at: 0)
    answers.finish(2, url: nil)
    #expect(url(answers[2]) == "/there")
    #expect(answers.stored.map(\.key) == [2])
  }

  @Test func whatIsPartlyStoredStaysDecided() {
    var answers = IdempotencyKeys()
    answers.begin(2, isTap: true, at: 0)
    #expect(!answers.isPartlyStored(2))
    answers.decide(2, url: "/here")
    answers.didStore(answers)
    #expect(answers.isPartlyStored(2))
    answers.clearUnstoredDecisions()
    answers.finish(2, url: "/")
    #expect(url(answers[2]) == "/here")
  }

  @Test func aPendingFormWhoseBeginningIsStoredHereGoesOn() {
    var answers = IdempotencyKeys()
    answers.begin(2, isTap: true, at: 0)
    answers.decide(2, url: "/here")
    answers.didStore(answers)
    #expect(answers.merge(IdempotencyKeys([stored(2, "/here")]), at: 0).isEmpty)
    #expect(answers.isPending(2))
    answers.decide(2, url: "/there")
    answers.finish(2, url: "/")
    #expect(url(answers[2]) == "/there")
  }

  @Test func answersOfOtherServersAreAmongTheLatest() {
    var answers = IdempotencyKeys()
    for number in UInt64(0)..<8 { answer(number, with: "/\(number)", &answers) }
    answers.begin(8, isTap: true, at: 0)
    answers.decide(8, url: "/8")
    _ = answers.merge(IdempotencyKeys([20, 21].map { stored($0, "/\($0)") }), at: 0)
    #expect(answers.stored.map(\.key) == [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 8])
  }

  @Test func manyAnswersOfOtherServersTakeNoMoreMemory() {
    var answers = IdempotencyKeys()
    answers.begin(5000, isTap: true, at: 0)
    _ = answers.merge(IdempotencyKeys((0..<2 * limit).map { stored($0, "/a") }), at: 0)
    #expect((0..<2 * limit).filter { answers[$0] != nil } == Array(limit..<2 * limit))
    #expect(answers[5000] != nil)
  }

  @Test func anAnswerOfAServerWhoseClockIsAheadIsForgottenInTime() {
    var answers = IdempotencyKeys([stored(1, "/1", at: 9000)])
    _ = answers.merge(IdempotencyKeys([stored(2, "/2", at: 9000)]), at: 1000)
    answers.begin(3, isTap: true, at: 1120)
    #expect(answers[1] == nil && answers[2] == nil)
  }

  @Test func anAnswerIsStoredInAFewBytes() throws {
    let list = [
      stored(1 << 49, "/list", at: 1_000_000_000), stored(31, "/list/add?a=%20", at: 1_000_000_000),
      stored(33, "/list", at: 1_000_000_008), stored(32, "/list", at: 1_000_000_100, isTap: false),
    ]
    let answers = IdempotencyKeys(list)
    #expect(answers.text == "3n6ma0 /list g000000000 /list/add?a=%20 v +1 :0 11 +c ~10")
    let json = try JSONEncoder().encode(answers)
    let read = try JSONDecoder().decode(IdempotencyKeys.self, from: json)
    // Times are rounded up to steps of 8 seconds.
    #expect(read.stored.map(\.time) == [1_000_000_000, 1_000_000_000, 1_000_000_008, 1_000_000_104])
    func withoutTimes(_ list: [IdempotencyKeys.Stored]) -> [IdempotencyKeys.Stored] {
      list.map { stored($0.key, $0.url, isTap: $0.isTap) }
    }
    #expect(withoutTimes(read.stored) == withoutTimes(list))
  }

  @Test func keysOfEachLengthAreWritten() {
    for shift in 0..<64 {
      for key in [UInt64.max >> UInt64(shift), 0x1234_5678_9ABC_DEF1 >> UInt64(shift)] {
        #expect(IdempotencyKeys([stored(key, "/")]).text == "0 / \(String(key, radix: 32))")
      }
    }
  }

  @Test(arguments: [
    "", " ", "x", "/", "0", "é /a é ü", "0 1 2", "0 :0 1", "0 /a :1 1", "0 + ~ : -", "0 +-1 /a -1",
    "vvvvvvvvvvvv +vvvvvvvvvvvv /a 1 +7vvvvvvvvvvvv 2", "0 /a vvvvvvvvvvvvvvvvvvvv",
  ])
  func aDamagedTextIsReadAsFarAsItGoes(text: String) {
    var answers = IdempotencyKeys(text: text)
    answers.begin(7, isTap: true, at: 1000)
    #expect(answers.stored.count <= 2)
  }

  @Test func formsAreToldApartTheSameWayInEveryProcess() {
    var hash = StableHash()
    #expect(hash.value == 0xCBF2_9CE4_8422_2325)
    hash.combine("a")
    // FNV-1a of the bytes 61 and FF.
    #expect(hash.value == 0x089B_C907_B544_C769)
    var parts = StableHash()
    parts.combine("ab")
    var other = StableHash()
    other.combine("a")
    other.combine("b")
    #expect(parts.value != other.value)
  }
}

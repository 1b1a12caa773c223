import Basics
import Foundation
import Testing

@testable import TempuraServer

@Suite struct RecentAnswersTests {
  private func url(_ answer: RecentAnswers.Answer?) -> String? {
    if case .redirect(let url) = answer { url } else { nil }
  }

  private func answer(_ key: RecentAnswers.Key, with url: String, _ answers: inout RecentAnswers) {
    answers.begin(key)
    answers.decide(key, url: url)
    answers.finish(key, isApplied: true)
  }

  @Test func anAnswerIsRemembered() {
    var answers = RecentAnswers()
    answers.begin(1)
    #expect(answers[1] != nil && url(answers[1]) == nil)
    answers.decide(1, url: "/a")
    #expect(url(answers[1]) == nil, "it is not stored yet")
    #expect(answers.stored == [RecentAnswers.Stored(key: 1, url: "/a")])
    answers.finish(1, isApplied: true)
    #expect(url(answers[1]) == "/a")
    #expect(answers[2] == nil)
  }

  @Test func aFormThatWasNotAppliedMayBeTriedAgain() {
    var answers = RecentAnswers()
    answers.begin(1)
    answers.decide(1, url: "/a")
    let version = answers.version
    answers.finish(1, isApplied: false)
    #expect(answers[1] == nil)
    #expect(answers.stored == [] && answers.version > version)
  }

  @Test func onlyTheLastOnesAreRemembered() {
    var answers = RecentAnswers()
    for number in UInt64(0)..<100 { answer(number, with: "/\(number)", &answers) }
    #expect((UInt64(0)..<100).filter { answers[$0] != nil } == Array(84..<100))
    #expect(answers.stored.map(\.key) == Array(92..<100))
  }

  @Test func aPendingFormIsNotForgotten() {
    var answers = RecentAnswers()
    answers.begin(1000)
    for number in UInt64(0)..<100 { answer(number, with: "/\(number)", &answers) }
    #expect(answers[1000] != nil)
    #expect((UInt64(0)..<100).filter { answers[$0] != nil }.count == 15)
  }

  @Test func anUndoneAnswerIsNotStored() {
    var answers = RecentAnswers()
    answer(1, with: "/1", &answers)
    answers.begin(2)
    answers.decide(2, url: "/2")
    answers.undecide()
    #expect(answers.stored.map(\.key) == [1])
  }

  @Test func answersThatOthersGaveAreTakenOver() {
    var answers = RecentAnswers()
    answers.begin(2)
    let isNews = answers.merge([RecentAnswers.Stored(key: 1, url: "/1")])
    #expect(isNews.isEmpty)
    #expect(url(answers[1]) == "/1")
    let applied = answers.merge([RecentAnswers.Stored(key: 2, url: "/2")])
    #expect(applied == [2], "this form was given to two servers")
    answers.finish(2, isApplied: true)
    #expect(url(answers[2]) == "/2")
  }

  @Test func aFormThatWasAppliedElsewhereStaysApplied() {
    var answers = RecentAnswers()
    answers.begin(2)
    answers.decide(2, url: "/here")
    answers.undecide()
    _ = answers.merge([RecentAnswers.Stored(key: 2, url: "/there")])
    answers.finish(2, isApplied: false)
    #expect(url(answers[2]) == "/there")
    #expect(answers.stored.map(\.key) == [2])
  }

  @Test func aPendingFormWhoseBeginningIsStoredHereGoesOn() {
    var answers = RecentAnswers()
    answers.begin(2)
    answers.decide(2, url: "/here")
    answers.didStore(answers.stored)
    #expect(answers.merge([RecentAnswers.Stored(key: 2, url: "/here")]).isEmpty)
    #expect(answers.isPending(2))
    answers.decide(2, url: "/there")
    answers.finish(2, isApplied: true)
    #expect(url(answers[2]) == "/there")
  }

  @Test func answersOfOtherServersAreAmongTheLatest() {
    var answers = RecentAnswers()
    for number in UInt64(0)..<8 { answer(number, with: "/\(number)", &answers) }
    answers.begin(8)
    answers.decide(8, url: "/8")
    _ = answers.merge([20, 21].map { RecentAnswers.Stored(key: $0, url: "/\($0)") })
    #expect(answers.stored.map(\.key) == [3, 4, 5, 6, 7, 20, 21, 8])
  }

  @Test func manyAnswersOfOtherServersTakeNoMoreMemory() {
    var answers = RecentAnswers()
    answers.begin(1000)
    _ = answers.merge((UInt64(0)..<100).map { RecentAnswers.Stored(key: $0, url: "/\($0)") })
    #expect((UInt64(0)..<100).filter { answers[$0] != nil } == Array(85..<100))
    #expect(answers[1000] != nil)
  }

  @Test func anAnswerIsStoredInAFewBytes() throws {
    let stored = RecentAnswers.Stored(key: 1_000_000, url: "/list?a=b c")
    let json = try JSONEncoder().encode(stored)
    #expect(String(decoding: json, as: UTF8.self) == #""lfls \/list?a=b c""#)
    #expect(try JSONDecoder().decode(RecentAnswers.Stored.self, from: json) == stored)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RecentAnswers.Stored.self, from: Data(#""odd""#.utf8))
    }
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

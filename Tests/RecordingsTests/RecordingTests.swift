import Foundation
import Testing
import TestSupport

@testable import Recordings

@Suite struct RecordingTests {
  @Test func aChangeOfAStepIsFoundByItsID() {
    var recording = Recording.empty
    let id = recording.append("a")
    recording.append("b")
    recording.update(id) { $0.duration = 3 }
    #expect(recording.lines[0].steps.map(\.duration) == [3, nil])
  }

  @Test func goingOnFromAStepBeginsALineThatKnowsWhatCameBefore() {
    var recording = Recording.empty
    recording.note(Array("0".utf8), after: 0)
    for text in ["a", "b", "c"] { recording.note(Array(text.utf8), after: recording.append(text)) }
    recording.resume(from: 2)
    recording.append("d")
    recording.note(Array("d".utf8), after: 4)
    #expect(recording.timeline.map(\.id) == [1, 2, 4])
    #expect(recording.steps(ofLine: 0).map(\.id) == [1, 2, 3])
    #expect(recording.lines(after: 2) == [1])
    #expect([0, 1, 2, 3, 4].map(recording.text) == ["0", "a", "b", "c", "d"])
    #expect(recording.firstContent(ofLine: 1) == Array("0".utf8))
  }

  @Test func whatEndsAfterItsLineWasLeftSaysNothingAboutThatLine() {
    var recording = Recording.empty
    recording.note(Array("0".utf8), after: 0)
    for text in ["a", "b", "c"] { recording.note(Array(text.utf8), after: recording.append(text)) }
    recording.resume(from: 1)
    recording.note(Array("d".utf8), after: recording.append("d"))
    recording.note(Array("e".utf8), after: 2)
    #expect([0, 1, 2, 3, 4].map(recording.text) == ["0", "a", "b", "c", "e"])
  }

  @Test func goingOnFromTheEndOfALineBeginsNone() {
    var recording = Recording.empty
    recording.append("a")
    recording.append("b")
    recording.resume(from: 2)
    #expect(recording.lines.count == 1)
    recording.resume(from: 1)
    recording.append("c")
    recording.resume(from: 2)
    recording.append("d")
    #expect(recording.timeline.map(\.id) == [1, 2, 4])
  }

  @Test func aLineInWhichNothingHappenedIsNotKept() {
    var recording = Recording.empty
    for text in ["a", "b", "c"] { recording.append(text) }
    recording.resume(from: 1)
    recording.resume(from: 2)
    #expect(recording.lines.count == 2)
    recording.append("d")
    #expect(recording.timeline.map(\.id) == [1, 2, 4])
  }

  @Test func goingOnFromTheBeginningKeepsTheFirstContent() {
    var recording = Recording.empty
    recording.note(Array("0".utf8), after: 0)
    recording.note(Array("1".utf8), after: recording.append("a"))
    recording.resume(from: 0)
    recording.append("b")
    #expect(recording.timeline.map(\.id) == [2])
    #expect(recording.text(after: 2) == "0")
  }

  @Test func nothingGoesOnFromAStepThatIsUnknown() {
    var recording = Recording.empty
    recording.append("a")
    let isKnown = recording.resume(from: 7)
    #expect(!isKnown)
    #expect(recording.lines.count == 1)
  }

  /// A tree of steps beside the recording.
  private struct Model {
    var parents = [0: 0]
    var contents = [0: ""]
    var tip = 0

    func path(to step: Int) -> [Int] {
      var (path, step) = ([Int](), step)
      while step > 0 {
        path.append(step)
        step = parents[step]!
      }
      return path.reversed()
    }
  }

  @Test(arguments: 1...20) func branchesAreReadAsTheyHappened(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    var (recording, model) = (Recording.empty, Model())
    recording.note([], after: 0)
    for _ in 0..<400 {
      if Int.random(in: 0..<8, using: &numbers) == 0 {
        model.tip = Int.random(in: 0..<model.parents.count, using: &numbers)
        let isKnown = recording.resume(from: model.tip)
        #expect(isKnown)
      } else {
        let id = recording.append("step")
        #expect(id == model.parents.count)
        (model.parents[id], model.contents[id]) = (model.tip, model.contents[model.tip])
        model.tip = id
        guard Bool.random(using: &numbers) else { continue }
        model.contents[id]!.change(&numbers)
        recording.note(Array(model.contents[id]!.utf8), after: id)
      }
    }
    let file = recording.file()
    for recording in [recording, try Recording(file: file)] {
      #expect(recording.timeline.map(\.id) == model.path(to: model.tip))
      #expect(model.contents.allSatisfy { recording.text(after: $0) == $1 })
      for index in recording.lines.indices {
        guard let tip = recording.lines[index].steps.last?.id else { continue }
        #expect(recording.steps(ofLine: index).map(\.id) == model.path(to: tip))
      }
    }
  }

  @Test func aLongRunKeepsItsLastSteps() {
    var recording = Recording.empty
    recording.note(Array("0".utf8), after: 0)
    for number in 1...25_000 {
      recording.note(Array("{\"number\":\(number)}".utf8), after: recording.append("a"))
      // Lines of the past, with the last step in the newest one.
      if number % 900 == 0 { recording.resume(from: number - 450) }
    }
    let kept = recording.lines.reduce(0) { $0 + $1.steps.count }
    #expect((9_000...10_000).contains(kept))
    #expect(recording.droppedCount + kept == 25_000)
    #expect(recording.step(recording.droppedCount) == nil)
    #expect(recording.content(after: recording.droppedCount) == nil)
    for step in (recording.droppedCount + 1)...25_000 where recording.text(after: step) != "{\"number\":\(step)}" {
      Issue.record("The content after step \(step) is wrong")
    }
    #expect(recording.lines.allSatisfy { $0.origin.map { $0.step > recording.droppedCount } ?? true })
    #expect(recording.lines.contains { $0.origin == nil && recording.lines(after: 0).isEmpty })
  }

  @Test func aRunWithLargeContentsTakesLimitedMemory() {
    var recording = Recording.empty
    for number in 1...200 {
      let content = [UInt8](repeating: UInt8(ascii: "a") + UInt8(number % 20), count: 1 << 20)
      recording.note(content, after: recording.append("a"))
    }
    #expect(recording.droppedCount > 0)
    #expect(recording.lines[0].contents.byteCount <= Recording.maxBytes)
    #expect(recording.content(after: 200)?.first == UInt8(ascii: "a"))
  }
}

extension Recording {
  static var empty: Recording {
    Recording(
      app: "App", release: "1", stateVersion: 1, stateType: "App.State", delegate: "App.AppDelegate", language: "en")
  }

  @discardableResult
  mutating func append(_ text: String) -> Int { append(time: 1, .log(level: "info", text: text)) }

  func text(after step: Int) -> String? { content(after: step).map { String(decoding: $0, as: UTF8.self) } }
}

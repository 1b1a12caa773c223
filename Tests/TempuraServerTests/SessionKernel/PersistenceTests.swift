import Katana
import Sessions
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// What a session decides about its storage, as the table of ``Persistence`` says.
@Suite struct PersistenceTests {
  private let lost = StorageError.unavailable("The connection was closed.")
  private let full = StorageError.tooLarge(bytes: 2, limit: 1)

  private let newID = SessionIDRotation.NewID(id: .random(), claim: SessionKey(of: .random()))

  private func record(_ version: UInt64, isUsed: Bool = true) -> SessionRecord {
    SessionRecord(version: version, content: EncodedContent(bytes: []), expiry: 100, isUsed: isUsed)
  }

  /// A session that is stored as version 5, and has run an updater since.
  private func saving(input: Bool = false) -> Persistence {
    var persistence = Persistence(record: record(5))
    _ = persistence.handle(.workRanOut(Persistence.Needs(save: true, updaters: 1, input: input)))
    return persistence
  }

  private func loading() -> Persistence {
    var persistence = saving()
    _ = persistence.handle(.saved(record(6), .success(.outdated)))
    return persistence
  }

  private func renaming() -> Persistence {
    var persistence = Persistence(record: record(5))
    _ = persistence.handle(.workRanOut(Persistence.Needs(newID: newID, save: true, updaters: 1)))
    return persistence
  }

  private func removing(isOutdated: Bool = false) -> Persistence {
    var persistence = Persistence(record: record(5))
    _ = persistence.handle(.workRanOut(Persistence.Needs(end: true)))
    if isOutdated { _ = persistence.handle(.removed(.success(false))) }
    return persistence
  }

  /// What is done, as words.
  private func words(_ persistence: inout Persistence, _ event: Persistence.Event) -> String {
    persistence.handle(event).map { effect in
      switch effect {
      case .save(let version, let last, let input): "save \(version) \(last)\(input ? " input" : "")"
      case .load: "load"
      case .loadSlices: "load parts"
      case .rename(_, let version): "rename \(version)"
      case .remove(let version): "remove \(version)"
      case .forgetJournal: "forget"
      case .takeOver(let save): "take over\(save.map { " \($0.version)" } ?? "")"
      case .takeNewID: "new id"
      case .end(let byApp): byApp ? "end by app" : "end"
      case .leave: "leave"
      case .undo(.failed): "undo"
      case .undo(.contended): "undo contended"
      case .undo(.removed): "undo removed"
      case .answer: "answer"
      }
    }.joined(separator: ", ")
  }

  @Test func whatIsDoneWhenPartsAreLoaded() {
    for (error, expected) in [(nil, ""), (StorageError.unavailable("no"), "undo, answer")] {
      var persistence = Persistence(record: record(5))
      _ = persistence.handle(.workRanOut(Persistence.Needs(slices: true)))
      #expect(words(&persistence, .slicesLoaded(error)) == expected)
      #expect(!persistence.isWaiting)
      #expect((persistence.error == nil) == (error == nil))
    }
  }

  @Test func whatIsDoneWhenTheWorkHasRunOut() {
    let rows: [(Persistence.Needs, String)] = [
      (Persistence.Needs(end: true, save: true), "remove 5"),
      (Persistence.Needs(newID: newID, slices: true, save: true), "load parts"),
      (Persistence.Needs(newID: newID, save: true), "rename 5"),
      (Persistence.Needs(save: true), "save 5 5"),
      (Persistence.Needs(save: true, input: true), "save 5 5 input"),
      (Persistence.Needs(), "answer"),
    ]
    for (needs, expected) in rows {
      var persistence = Persistence(record: record(5))
      #expect(words(&persistence, .workRanOut(needs)) == expected)
      #expect(persistence.isWaiting == (expected != "answer"))
    }
  }

  @Test func aSessionThatIsNotStoredGetsNoOtherID() {
    var persistence = Persistence()
    #expect(words(&persistence, .workRanOut(Persistence.Needs(newID: newID, save: true))) == "save 0 0")
  }

  @Test func whatFollowsAnAnswerOfTheStorage() {
    let rows: [(Persistence, Persistence.Event, String, isWaiting: Bool)] = [
      (saving(), .saved(record(6), .success(.saved)), "forget, answer", false),
      (saving(), .saved(record(6), .success(.outdated)), "load", true),
      (saving(), .saved(record(6), .failure(lost)), "undo, answer", false),
      (saving(), .saved(record(6), .failure(full)), "undo, answer", false),
      (saving(input: true), .saved(record(6), .failure(full)), "save 5 5", true),
      (loading(), .loaded(.record(record(9), earlier: [5])), "take over", false),
      (loading(), .loaded(.record(record(9), earlier: [5, 6])), "take over 6", false),
      (loading(), .loaded(.record(record(6), earlier: [5])), "take over 6", false),
      (loading(), .loaded(.expired(newID: newID)), "new id", false),
      (loading(), .loaded(.expired(newID: nil)), "", false),
      (loading(), .loaded(.removed), "end, undo removed, answer", false),
      (loading(), .loaded(.renamed(to: newID)), "new id, load", true),
      (loading(), .loaded(.renamed(to: nil)), "leave, undo removed, answer", false),
      (loading(), .loaded(.failed(lost)), "undo, answer", false),
      (renaming(), .renamed(.success(.saved)), "new id", false),
      (renaming(), .renamed(.success(.outdated)), "load", true),
      (renaming(), .renamed(.failure(lost)), "undo, answer", false),
      (removing(), .removed(.success(true)), "end by app, answer", false),
      (removing(), .removed(.success(false)), "load", true),
      (removing(), .removed(.failure(lost)), "undo, answer", false),
      (removing(isOutdated: true), .loaded(.expired(newID: nil)), "end by app, answer", false),
      (removing(isOutdated: true), .loaded(.removed), "end by app, answer", false),
      (removing(isOutdated: true), .loaded(.record(record(9), earlier: [5])), "take over", false),
      (removing(isOutdated: true), .loaded(.renamed(to: newID)), "new id, load", true),
      (removing(isOutdated: true), .loaded(.renamed(to: nil)), "leave, undo removed, answer", false),
      (removing(isOutdated: true), .loaded(.failed(lost)), "undo, answer", false),
    ]
    for (start, event, expected, isWaiting) in rows {
      var persistence = start
      #expect(words(&persistence, event) == expected, "\(event)")
      #expect(persistence.isWaiting == isWaiting, "\(event)")
    }
  }

  /// The reply to a save is lost, and another server has saved since.
  @Test(arguments: [(earlier: [5, 6] as [UInt64], isIncluded: true), (earlier: [5], isIncluded: false)])
  func aSaveWithoutAReplyIsFoundInWhatOthersStored(earlier: [UInt64], isIncluded: Bool) {
    var persistence = saving()
    #expect(words(&persistence, .saved(record(6), .failure(lost))) == "undo, answer")
    #expect(words(&persistence, .workRanOut(Persistence.Needs(save: true, updaters: 2))) == "save 5 5")
    #expect(words(&persistence, .saved(record(7), .success(.outdated))) == "load")
    #expect(
      words(&persistence, .loaded(.record(record(9), earlier: earlier))) == (isIncluded ? "take over 6" : "take over"))
    #expect(words(&persistence, .workRanOut(Persistence.Needs(save: true, updaters: 1))) == "save 9 9")
  }

  /// The part may include the save, whose updaters must not run on it again.
  @Test func partsAreLoadedWithTheSessionIfASaveHasNoReply() {
    var persistence = saving()
    _ = persistence.handle(.saved(record(6), .failure(lost)))
    #expect(words(&persistence, .workRanOut(Persistence.Needs(slices: true))) == "load")
    // It can still arrive.
    #expect(words(&persistence, .loaded(.record(record(5), earlier: []))) == "take over")
    #expect(words(&persistence, .workRanOut(Persistence.Needs(slices: true))) == "load")
    #expect(words(&persistence, .loaded(.record(record(6), earlier: [5]))) == "take over 6")
    #expect(words(&persistence, .workRanOut(Persistence.Needs(slices: true))) == "load parts")
  }

  @Test func theFirstSaveOfASessionMayArriveLate() {
    var persistence = Persistence()
    _ = persistence.handle(.workRanOut(Persistence.Needs(save: true, updaters: 1)))
    _ = persistence.handle(.saved(record(6), .failure(lost)))
    #expect(words(&persistence, .workRanOut(Persistence.Needs(slices: true))) == "load")
    #expect(words(&persistence, .loaded(.expired(newID: nil))) == "")
    _ = persistence.handle(.workRanOut(Persistence.Needs(save: true, updaters: 1)))
    #expect(words(&persistence, .saved(record(7), .success(.outdated))) == "load")
    #expect(words(&persistence, .loaded(.record(record(6), earlier: []))) == "take over 6")
  }

  @Test func aSessionThatBeginsAgainUsesNoVersionTwice() {
    var persistence = loading()
    _ = persistence.handle(.loaded(.expired(newID: nil)))
    #expect(words(&persistence, .workRanOut(Persistence.Needs(save: true))) == "save 0 5")
  }

  @Test func aRaceIsTriedAgainAHundredTimes() {
    var (persistence, count) = (saving(), 0)
    while words(&persistence, .saved(record(6), .success(.outdated))) == "load", count < 1000 {
      count += 1
      _ = persistence.handle(.loaded(.record(record(6), earlier: [])))
      _ = persistence.handle(.workRanOut(Persistence.Needs(save: true)))
    }
    #expect(count == 100)
  }

  /// A smaller version is that of a failover.
  @Test func onlyAnotherRecordIsTakenOver() {
    let rows: [(UInt64, isExpired: Bool, String)] = [
      (6, false, "take over"), (5, false, ""), (4, false, "take over"), (5, true, "take over"),
    ]
    for (version, isExpired, expected) in rows {
      var persistence = Persistence(record: record(5))
      let event = Persistence.Event.found(record(version), earlier: [], isExpired: isExpired)
      #expect(words(&persistence, event) == expected)
    }
  }

  @Test func theErrorOfASaveIsForgottenWhenNothingIsLeftToSave() {
    var persistence = saving()
    _ = persistence.handle(.saved(record(6), .failure(lost)))
    #expect(persistence.error != nil)
    _ = persistence.handle(.workRanOut(Persistence.Needs()))
    #expect(persistence.error == nil)
  }
}

import Foundation
import Katana
import Testing

@testable import DefaultDecoding
@testable import SessionKernel
@testable import TempuraServer

// What a build of an app decodes that has more properties than the one before.

private struct Pot: Codable, Equatable {
  var colour = "red"
  var litres = 5
}

private enum Light: String, Codable { case sun, shade }

private struct Plant: Codable, Equatable {
  var name: String
  var waterings = 3
  var notes: [String] = []
  var pot: Pot?
}

private struct Tree: Codable, Equatable, StoredDefaults {
  var name = ""
  var height = 7
}

private struct Garden: State, Codable, Equatable {
  var plants: [Plant] = []
  var byPlace: [String: Plant] = ["new": Plant(name: "new")]
  var trees: [Tree] = []
  var favourite: Plant?
  var light = Light.shade
  var limit = 12
  var title: String? = "My garden"
}

private struct Bench: Codable, Equatable {
  var light: Light
}

@Suite struct DefaultDecodingTests {
  private let completion = DefaultDecoding()

  private func complete<Value: Codable>(_ json: String, _ new: Value) throws -> (Value, DefaultDecodingReport?) {
    let completed = try completion.decode(Array(json.utf8), asIn: new)
    return (completed.value, completed.report)
  }

  private func reason<Value: Codable>(_ json: String, _ new: Value) -> String? {
    do {
      _ = try complete(json, new)
      return nil
    } catch { return StateError.reason(error) }
  }

  private let whole = #"{"plants":[],"byPlace":{},"trees":[],"light":"sun","limit":1}"#

  @Test func aCompleteStateIsDecodedAsBefore() throws {
    let (garden, report) = try complete(whole, Garden())
    // A missing optional property is nil: that is how nil is stored.
    #expect(garden == Garden(byPlace: [:], light: .sun, limit: 1, title: nil))
    #expect(report == nil)
  }

  @Test func aNewPropertyOfTheStateIsThatOfANewState() throws {
    let (garden, report) = try complete(#"{"plants":[],"byPlace":{},"trees":[]}"#, Garden())
    #expect(garden == Garden(byPlace: [:], title: nil))
    #expect(report?.filled == ["Garden.light as in a new Garden", "Garden.limit as in a new Garden"])
    #expect(report?.unread == [])
  }

  @Test func newPropertiesInListsAndDictionariesAreEmpty() throws {
    let json = #"""
      {"plants":[{"name":"a"},{"name":"b","waterings":9}],"byPlace":{"new":{"name":"c","notes":["d"]}},
      "trees":[],"light":"sun","limit":1}
      """#
    let (garden, report) = try complete(json, Garden())
    #expect(garden.plants == [Plant(name: "a", waterings: 0), Plant(name: "b", waterings: 9)])
    // Also if a new state has an element of the same key.
    #expect(garden.byPlace == ["new": Plant(name: "c", waterings: 0, notes: ["d"])])
    #expect(report?.filled == ["Plant.waterings with 0", "Plant.notes with []"])
  }

  @Test func aTypeSaysItsDefaults() throws {
    let json = whole.replacing(#""trees":[]"#, with: #""trees":[{"name":"oak"}]"#)
    let (garden, report) = try complete(json, Garden())
    #expect(garden.trees == [Tree(name: "oak", height: 7)])
    #expect(report?.filled == ["Tree.height as in a new Tree"])
  }

  @Test func aNestedStructInAnOptionalIsCompleted() throws {
    let json = whole.dropLast() + #","favourite":{"name":"a","waterings":1,"notes":[],"pot":{"litres":2}}}"#
    let (garden, _) = try complete(String(json), Garden())
    #expect(garden.favourite == Plant(name: "a", waterings: 1, pot: Pot(colour: "", litres: 2)))
    // Where a new state has one, its properties come from there.
    let (likeNew, report) = try complete(String(json), Garden(favourite: Plant(name: "b", pot: Pot(colour: "blue"))))
    #expect(likeNew.favourite?.pot == Pot(colour: "blue", litres: 2))
    #expect(report?.filled == ["Pot.colour as in a new Garden"])
  }

  @Test func aMissingStructIsFilledWithAnEmptyOne() throws {
    struct Shelf: Codable, Equatable { var pot: Pot }
    let (shelves, report) = try complete(#"[{}]"#, [Shelf]())
    #expect(shelves == [Shelf(pot: Pot(colour: "", litres: 0))])
    #expect(
      report?.filled == ["Shelf.pot with {\"colour\":\"\",\"litres\":0}", "Pot.colour with \"\"", "Pot.litres with 0"]
        || report?.filled == [
          "Shelf.pot with {\"litres\":0,\"colour\":\"\"}", "Pot.colour with \"\"", "Pot.litres with 0",
        ])
  }

  @Test func aTypeWithoutAnEmptyValueIsNotFilled() {
    #expect(
      reason(#"[{}]"#, [Bench]())
        == "[]: Bench lacks the key light, and there is no empty Light to fill it with. Let Bench or Light conform to "
        + "StoredDefaults, or migrate the state")
    struct Day: Codable { var date: Date }
    struct Link: Codable { var url: URL }
    struct Item: Codable { var id: UUID }
    struct Part: Codable { var range: Range<Int> }
    #expect(reason(#"[{}]"#, [Day]())?.contains("Day lacks the key date, and there is no empty Date") == true)
    #expect(reason(#"[{}]"#, [Link]())?.contains("Link lacks the key url, and there is no empty URL") == true)
    #expect(reason(#"[{}]"#, [Item]())?.contains("Item lacks the key id, and there is no empty UUID") == true)
    #expect(reason(#"[{}]"#, [Part]())?.contains("Part lacks the key range, and there is no empty Range<Int>") == true)
  }

  @Test func whatIsThereIsNeverReplaced() throws {
    for json in [
      #"{"plants":[{"name":1}],"byPlace":{},"trees":[]}"#, #"{"plants":null,"byPlace":{},"trees":[]}"#,
      #"{"plants":[],"byPlace":{},"trees":[],"limit":"many"}"#,
      #"{"plants":[],"byPlace":{},"trees":[],"light":"moon"}"#,
      #"{"plants":[],"byPlace":{},"trees":[]"#, "", "[]", "null",
    ] { #expect(reason(json, Garden()) != nil, "\(json)") }
    #expect(
      reason(#"{"plants":[{"name":1}],"byPlace":{},"trees":[]}"#, Garden())
        == "plants.[].name: Expected to decode String but found number instead")
  }

  @Test func anInitialiserOfTheAppSeesThatAKeyIsMissing() throws {
    struct Renamed: Codable, Equatable {
      var label: String
      var count: Int

      private enum CodingKeys: CodingKey { case label, title, count }

      init(label: String, count: Int) {
        self.label = label
        self.count = count
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        label =
          try (try? container.decode(String.self, forKey: .label)) ?? container.decode(String.self, forKey: .title)
        count = try container.decode(Int.self, forKey: .count)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(label, forKey: .label)
        try container.encode(count, forKey: .count)
      }
    }
    let (renamed, report) = try complete(#"{"title":"a"}"#, Renamed(label: "new", count: 5))
    #expect(renamed == Renamed(label: "a", count: 5))
    #expect(report?.filled == ["Renamed.count as in a new Renamed"])
  }

  @Test func keysThatAreNotReadAreNamed() throws {
    let (garden, report) = try complete(#"{"flowers":[1],"byPlace":{},"trees":[],"light":"sun","limit":1}"#, Garden())
    #expect(garden.plants == [])
    #expect(report?.unread == ["Garden.flowers"])
    #expect(
      report?.sentences == [
        "Stored values of an older build lack keys. They are filled: Garden.plants as in a new Garden.",
        "These values also have keys that this build does not read, and drops: Garden.flowers. If one of them was renamed, "
          + "migrate it in StateMigrations.migrate(_:fromVersion:).",
      ])
  }

  @Test func aTypeThatContainsItselfIsNotFilledForever() {
    final class Loop: Codable { let next: Loop }
    #expect(reason(#"[{}]"#, [Loop]())?.contains("Loop lacks the key next") == true)
  }

  @Test func manyElementsAreDecodedOnceForEachNewKey() throws {
    let plants = (0..<2000).map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
    let (garden, _) = try complete(whole.replacing(#""plants":[]"#, with: #""plants":[\#(plants)]"#), Garden())
    #expect(garden.plants.count == 2000)
  }
}

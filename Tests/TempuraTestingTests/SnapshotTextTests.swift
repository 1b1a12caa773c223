import Foundation
import Testing

@testable import TempuraTesting

/// Markup and accessibility tree as text.
@Suite struct SnapshotTextTests {
  @Test func markupHasALineForEachTagAndText() {
    let markup = "<ul id=\"a\"><li>One <b>two</b>\nthree</li><img src=\"x\"><br></ul>rest"
    #expect(
      Indentation.lines(of: markup) == """
        <ul id="a">
          <li>
            One\u{20}
            <b>
              two
            </b>
            ⏎three
          </li>
          <img src="x">
          <br>
        </ul>
        rest

        """)
    #expect(Indentation.lines(of: "") == "\n")
    #expect(Indentation.lines(of: "</a></b><") == "</a>\n</b>\n<\n")
  }

  @Test func theAccessibilityTreeHasRolesNamesAndStates() throws {
    let json = """
      {"nodes": [
        {"nodeId": "1", "ignored": false, "role": {"value": "RootWebArea"}, "name": {"value": "Page"}, "childIds": ["2"]},
        {"nodeId": "2", "ignored": true, "role": {"value": "none"}, "parentId": "1", "childIds": ["3", "4", "5", "6", "9"]},
        {"nodeId": "3", "ignored": false, "role": {"value": "button"}, "name": {"value": "Add\\nit"}, "parentId": "2",
         "properties": [{"name": "disabled", "value": {"value": true}}, {"name": "focusable", "value": {"value": true}},
          {"name": "checked", "value": {"value": "mixed"}}, {"name": "invalid", "value": {"value": "false"}}]},
        {"nodeId": "4", "ignored": false, "role": {"value": "slider"}, "parentId": "2", "value": {"value": 5},
         "description": {"value": "How loud"}, "properties": [{"name": "valuemax", "value": {"value": 10.5}}]},
        {"nodeId": "5", "ignored": false, "role": {"value": "alert"}, "name": {"value": ""}, "parentId": "2"},
        {"nodeId": "6", "ignored": false, "role": {"value": "status"}, "name": {"value": "Loading"}, "parentId": "2"}
      ]}
      """
    let tree = try JSONDecoder().decode(AccessibilityTree.self, from: Data(json.utf8))
    #expect(
      tree.lines == """
        RootWebArea “Page”
          button “Add⏎it”, disabled, checked: mixed
          slider = “5” (How loud), valuemax: 10.5
          status “Loading”

        """)
  }

  @Test(
    arguments: [
      ("<p>The counter is at 0</p>", "<p>Counter: 0</p>", ["was “The counter is at 0”, is “Counter: 0”"]),
      ("<p>A</p><p>B</p><p>C</p>", "<p>A</p><p>x</p><p>y</p><p>C</p>", ["was “B”, is “x”", "“y” is new"]),
      ("<p>A</p><p>B</p><p>C</p><p>D</p>", "<p>x</p><p>C</p>", ["was “A”, is “x”", "“B” is gone", "“D” is gone"]),
      ("<p>A</p>", "<p>B</p><p>A</p>", ["“B” is new"]),
      (
        "<p>A &amp; B</p>\n <img alt=\"Cat\"><input value=\"1\" placeholder=\"Name\"><button value=\"id\" aria-label=\"Add\"></button>",
        "<h1 class=\"x\">A &amp; B</h1><img alt=\"Dog\"><input value=\"2\" placeholder=\"E-mail\"><button value=\"no\" aria-label=\"Plus\"></button>",
        ["was “Cat”, is “Dog”", "was “Name”, is “E-mail”", "was “1”, is “2”", "was “Add”, is “Plus”"]
      ),
      ("<p class=\"a\">A</p>", "<h2>\n  A\n</h2>", []),
    ])
  func theTextsThatChangedAreFound(old: String, new: String, changes: [String]) {
    #expect(TextChange.changes(from: old, to: new).map { "\($0)" } == changes)
  }

  @Test func filesAreNamedAsOnIOS() {
    func files(_ screen: CGSize, _ suffix: String? = nil) -> SnapshotFiles {
      SnapshotFiles(
        directory: "/d", identifier: "add_item_01", language: "en", screen: screen, scale: 3, suffix: suffix)
    }
    #expect(files(CGSize(width: 390, height: 844)).path == "/d/en/390.0x844.0/add_item_01 (390.0, 844.0)@3x")
    #expect(files(CGSize(width: 844, height: 390)).path == "/d/en/390.0x844.0/add_item_01 (844.0, 390.0)@3x")
    #expect(
      files(CGSize(width: 390, height: 844), "mood").referencePath
        == "/d/en/390.0x844.0/reference/add_item_01_mood_scrollable_content (390.0, 844.0)@3x")
  }
}

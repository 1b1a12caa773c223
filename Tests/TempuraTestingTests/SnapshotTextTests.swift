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

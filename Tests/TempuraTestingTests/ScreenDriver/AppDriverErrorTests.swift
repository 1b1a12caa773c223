import TempuraTesting
import Testing

/// What each mistake is called.
@Suite struct AppDriverErrorTests {
  @Test(
    arguments: [
      (
        AppDriverError.missing("Add", "control to tap", in: "list", ["“New” (list.new)", "“Old”, disabled"]),
        "There is no control to tap called “Add” in “list”. There is:\n  - “New” (list.new)\n  - “Old”, disabled"
      ),
      (
        .missing("Add", "field", in: nil, []),
        "There is no field called “Add”. There is nothing of the kind on the screen."
      ),
      (
        .ambiguous("Add", "control to tap", ["“Add” (a)", "“Add” (b)"]),
        "“Add” could be any of 2. Use an id, or say in which element. They are:\n  - “Add” (a)\n  - “Add” (b)"
      ),
      (.disabled("Add"), "“Add” is disabled."),
      (.hidden("Add"), "“Add” is hidden."),
      (.covered("Add", by: "Sure?"), "“Add” is under the modal screen “Sure?”, which has to be left first."),
      (.inert("Add"), "“Add” takes no input: user interaction is switched off for it or what it is in."),
      (.closed("Add", opener: "More"), "“Add” is in a menu that is closed: tap “More” first."),
      (.wrongKind("Add", isA: "button", needed: "switch"), "“Add” is a button. This needs a switch."),
      (
        .missingOption("XL", in: "Size", options: ["S", "M"]),
        "“Size” has no option “XL”. There is:\n  - “S”\n  - “M”"
      ),
      (.unfitValue("x", for: "Day", kind: "date"), "“Day” is a field for a date, which “x” is not."),
      (
        .lineBreak("Name"), "“Name” has one line, so that no line break can be typed. submit() presses the return key."
      ),
      (.missingFile(path: "/tmp/x"), "There is no file /tmp/x."),
      (.oneFile("Photo"), "“Photo” takes one file only."),
      (.nothingTyped, "The return key needs a field: type something first, or say in which field it is pressed."),
      (
        .returnMakesLine("Notes"),
        "The return key makes a new line in “Notes”. What else it may do has a button beside the field."
      ),
      (.nothingOpen, "No page is open yet: open a URL first."),
      (.noPath("list"), "“list” is no URL of an app: these begin with a slash."),
      (.noWayBack, "There is no page before this one."),
      (.leadsOut("Help", url: "https://a.example"), "“Help” leads out of the app, to https://a.example."),
      (.redirectsForEver(["/a", "/b"]), "The server sends the browser on and on: /a, then /b."),
      (.silent(seconds: 10), "There was no page within 10 s."),
      (
        .stillWorking(seconds: 0.5),
        "Side effects were still running after 0.5 s. Have dependencies in tests that answer at once, or give the driver "
          + "more patience."
      ),
      (.wrongState(expected: "A", actual: "B"), "The state is a B, not a A."),
      (
        .outOfReach("Add", inFront: "footer"),
        "“Add” cannot be clicked in the browser: footer is in front of it, or it has no size."
      ),
    ] as [(AppDriverError, String)])
  func saysWhatIsWrong(_ error: AppDriverError, _ text: String) {
    #expect("\(error)" == text)
  }
}

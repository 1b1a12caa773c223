import TempuraTesting
import Testing

/// The wording of each error.
@Suite struct AppDriverErrorTests {
  @Test(
    arguments: [
      (
        AppDriverError.missing(
          "Add", "control to tap", in: "list", ["“New” (list.new)", "“Old”, disabled"], nearest: nil),
        "There is no control to tap called “Add” in “list”. There is:\n  - “New” (list.new)\n  - “Old”, disabled"
      ),
      (
        .missing("Ade", "control to tap", in: nil, ["“Add” (add)"], nearest: "“Add” (add)"),
        "There is no control to tap called “Ade”. The nearest is “Add” (add). There is:\n  - “Add” (add)"
      ),
      (
        .missing("Add", "field", in: nil, [], nearest: nil),
        "There is no field called “Add”. The screen has none."
      ),
      (
        .ambiguous("Add", "control to tap", ["“Add” (a)", "“Add” (b)"]),
        "2 elements match “Add”. Use an id, or limit the search with `in:`. They are:\n  - “Add” (a)\n  - “Add” (b)"
      ),
      (.disabled("Add"), "“Add” is disabled."),
      (.hidden("Add"), "“Add” is hidden."),
      (
        .empty("Add"),
        "“Add” has no size, so that no user sees it: give it a frame, or constraints that give it a width and a height."
      ),
      (
        .outside("Add"),
        "“Add” is outside of the window, or of a view that clips it: no user sees it. Place it inside, or in a scroll view."
      ),
      (.covered("Add", by: "Sure?"), "“Add” is under the modal screen “Sure?”, which must be closed first."),
      (.inert("Add"), "“Add” takes no input: user interaction is disabled for it or for a view that contains it."),
      (.closed("Add", opener: "More"), "“Add” is in a menu that is closed: tap “More” first."),
      (.wrongKind("Add", isA: "button", needed: "switch"), "“Add” is a button. This needs a switch."),
      (
        .missingOption("XL", in: "Size", options: ["S", "M"]),
        "“Size” has no option “XL”. There is:\n  - “S”\n  - “M”"
      ),
      (
        .missingOption("large", in: "Size", options: ["Small", "Large"]),
        "“Size” has no option “large”. The nearest is “Large”. There is:\n  - “Small”\n  - “Large”"
      ),
      (.unfitValue("x", for: "Day", kind: "date"), "“Day” needs a date, which “x” is not."),
      (
        .lineBreak("Name"), "“Name” has one line, so a line break cannot be typed. submit() presses the return key."
      ),
      (.missingFile(path: "/tmp/x"), "There is no file /tmp/x."),
      (.oneFile("Photo"), "“Photo” takes only one file."),
      (.nothingTyped, "The return key needs a field: type into a field first, or name it with `in:`."),
      (
        .returnMakesLine("Notes"),
        "The return key inserts a line break in “Notes”. If there is a button beside the field, tap that instead."
      ),
      (.nothingOpen, "No page is open yet: open a URL first."),
      (.noPath("list"), "“list” is not a URL of the app: it must begin with a slash."),
      (.noWayBack, "There is no previous page."),
      (.leadsOut("Help", url: "https://a.example"), "“Help” leads to another server: https://a.example"),
      (.redirectsForEver(["/a", "/b"]), "The server redirects too often: /a, then /b."),
      (.silent(seconds: 10), "No page was loaded within 10 s."),
      (
        .stillWorking(seconds: 0.5),
        "Side effects were still running after 0.5 s. Use dependencies that answer at once, or give the driver more "
          + "patience."
      ),
      (.wrongState(expected: "A", actual: "B"), "The state is a B, not a A."),
      (
        .unfitPatch(url: "/a", "The patch names the element b, which is not in the page.", changes: "{}"),
        "The live page /a cannot be patched: The patch names the element b, which is not in the page. This is a bug of the "
          + "framework, please report it. The patch:\n{}"
      ),
      (
        .patchedDiffers(url: "/a", place: "title", patched: "A", loaded: "B", changes: "[]"),
        "The live page /a differs from the page that a browser loads: title. This is a bug of the framework, please report "
          + "it.\nPatched:\nA\nLoaded:\nB\nThe last patch:\n[]"
      ),
      (
        .unmarkedChange(url: "/a", place: "x", shown: "<p>", rendered: "<b>"),
        "The page /a is out of date: x. A view changed what its renderHTML(into:) writes: it must call setNeedsRender() for "
          + "each such change. If the view is one of the framework, please report it.\nShown:\n<p>\nRendered anew:\n<b>"
      ),
      (
        .outOfReach("Add", inFront: "footer"),
        "“Add” cannot be clicked in the browser: footer covers it, or it has no size."
      ),
    ] as [(AppDriverError, String)])
  func theDescriptionSaysWhatIsWrong(_ error: AppDriverError, _ text: String) {
    #expect("\(error)" == text)
  }
}

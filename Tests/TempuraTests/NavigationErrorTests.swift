import Testing

@testable import Tempura

@Suite struct NavigationErrorTests {
  private static let wordings: [(NavigationError, String)] = [
    (
      .unknownRoot("home"),
      "No root screen is called \"home\": installRoot returned false. Handle it in the root installer."
    ),
    (
      .unknownRoute("edit", in: ["list", "edit"]),
      "The route /list/edit leads nowhere: nothing shows \"edit\" there. Handle .show(\"edit\") in a screen below it, or in installRoot if it is a root."
    ),
    (
      .unhandledShow("edit", asked: ["detail", "list"]),
      "Nothing shows \"edit\". Asked were \"detail\", \"list\", and then the root installer. Add .show(\"edit\") to the navigationConfiguration of one of these screens."
    ),
    (
      .unhandledHide("edit", asked: []),
      "Nothing hides \"edit\". Asked were no screens. Add .hide(\"edit\") to the navigationConfiguration of one of these screens."
    ),
    (
      .unhandledChange(from: "a", to: "b", asked: "list"),
      "\"list\" does not change \"a\" above it to \"b\". Implement change(from:to:animated:context:completion:) there, or hide the one and show the other."
    ),
    (
      .hidingRoot("list"),
      "\"list\" is the root of the route, and there is nothing below it to go back to. Navigate to another root instead of hiding it."
    ),
    (
      .nothingToHide,
      "There was no screen on top when Hide() was made. Name the screen to hide, or make it while one is shown."
    ),
    (.emptyRoute, "A route needs at least one element, its root."),
    (
      .notStarted("list"),
      "\"list\" cannot be put up as the root: call start(using:in:at:) of the navigator first."
    ),
    (.stopped, "The navigator was stopped before the navigation was over."),
    (
      .noNavigator(dependencies: "Dependencies"),
      "Dependencies has no navigator. Let the store's dependencies conform to NavigationProvider."
    ),
  ]

  @Test(arguments: wordings) func itSaysWhatToDo(_ error: NavigationError, _ text: String) {
    #expect("\(error)" == text)
  }
}

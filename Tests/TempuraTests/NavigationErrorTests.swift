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
      "The route /list/edit cannot be reached: no screen shows \"edit\". Handle .show(\"edit\") in a screen below it, or in installRoot if it is a root."
    ),
    (
      .unhandledShow("edit", asked: ["detail", "list"]),
      "No screen shows \"edit\". The navigator asked \"detail\", \"list\", and then the root installer. Add .show(\"edit\") to the navigationConfiguration of one of these screens."
    ),
    (
      .unhandledHide("edit", asked: []),
      "No screen hides \"edit\". The navigator asked no screens. Add .hide(\"edit\") to the navigationConfiguration of one of these screens."
    ),
    (
      .unhandledChange(from: "a", to: "b", asked: "list"),
      "\"list\" does not replace \"a\" above it by \"b\". Implement change(from:to:animated:context:completion:) there, or dispatch Hide and Show."
    ),
    (
      .hidingRoot("list"),
      "\"list\" is the root of the route and cannot be hidden. Navigate to another root instead."
    ),
    (
      .nothingToHide,
      "There was no screen when Hide() was made. Name the screen to hide, or make Hide() while a screen is shown."
    ),
    (.emptyRoute, "A route needs at least one element, its root."),
    (
      .notStarted("list"),
      "The root \"list\" cannot be installed: call start(using:in:at:) of the navigator first."
    ),
    (.stopped, "The navigator was stopped before the navigation was done."),
    (
      .noNavigator(dependencies: "Dependencies"),
      "Dependencies has no navigator. Let the store's dependencies conform to NavigationProvider."
    ),
  ]

  @Test(arguments: wordings) func errorsSayWhatToDo(_ error: NavigationError, _ text: String) {
    #expect("\(error)" == text)
  }
}

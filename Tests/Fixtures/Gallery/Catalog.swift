import Katana
import Tempura
import UIKit

/// The screens of the gallery, in the order of its list.
///
/// To add one, write its view in `Screens/` and add a line here.
struct Catalog {
  let title: String
  let entries: [Entry]

  static var sections: [Catalog] {
    [
      Catalog(
        title: "Text",
        entries: [
          .screen("labels", "Labels", LabelsScreen.self),
          .screen("text-fields", "Text fields", TextFieldsScreen.self),
          .screen("text-views", "Text views", TextViewsScreen.self),
        ]),
      Catalog(
        title: "Controls",
        entries: [
          .screen("buttons", "Buttons", ButtonsScreen.self),
          .screen("menus", "Menus", MenusScreen.self),
          .controller("files", "Document picker", FilesViewController.self),
          .screen("gestures", "Gestures", GesturesScreen.self),
          .screen("switches", "Switches", SwitchesScreen.self),
          .screen("sliders", "Sliders and steppers", SlidersScreen.self),
          .screen("segments", "Segments and pages", SegmentsScreen.self),
          .screen("pickers", "Pickers", PickersScreen.self),
          .screen("search", "Search bars", SearchScreen.self),
        ]),
      Catalog(
        title: "Content",
        entries: [
          .screen("images", "Images", ImagesScreen.self),
          .screen("tables", "Tables", TablesScreen.self),
          .screen("symbols", "Symbols", SymbolsScreen.self),
          .screen("progress", "Progress and activity", ProgressScreen.self),
          .screen("collections", "Collection views", CollectionsScreen.self),
        ]),
      Catalog(
        title: "Layout",
        entries: [
          .screen("stacks", "Stack views", StacksScreen.self),
          .screen("constraints", "Constraints", ConstraintsScreen.self),
          .screen("scroll-views", "Scroll views", ScrollViewsScreen.self),
        ]),
      Catalog(
        title: "Containers",
        entries: [
          .controller("navigation", "Navigation bar", NavigationViewController.self),
          .controller("modals", "Modal screens", ModalsViewController.self),
          .controller("alerts", "Alerts", AlertsViewController.self),
          Entry(id: "tabs", title: "Tab bar") { TabsViewController($0, store: $1) },
        ]),
      Catalog(
        title: "Screens laid out by frames",
        entries: [
          .screen("cards", "Cards", CardsScreen.self),
          .screen("news", "Self-sizing cells", NewsScreen.self),
          .screen("profile", "A header that shrinks", ProfileScreen.self),
          .screen("masonry", "A layout of columns", MasonryScreen.self),
          .screen("onboarding", "Onboarding", OnboardingScreen.self),
          .screen("store", "A store in sections", StoreScreen.self),
          .screen("chat", "Chat", ChatScreen.self),
          .screen("form", "A form above the keyboard", FormScreen.self),
          .screen("charts", "Charts", ChartsScreen.self),
          .screen("right-to-left", "Right to left", RightToLeftScreen.self),
        ]),
    ]
  }
}

/// A row of the list, and the screen that it opens.
struct Entry {
  /// The screen's element in routes.
  let id: String
  let title: String
  let make: (Entry, PartialStore<GalleryState>) -> UIViewController

  /// Returns an entry for a screen that is only a view.
  static func screen<Screen: ExampleView>(_ id: String, _ title: String, _ type: Screen.Type) -> Entry {
    controller(id, title, ScreenViewController<Screen>.self)
  }

  /// Returns an entry for a screen with its own controller.
  static func controller<Screen: ExampleView>(
    _ id: String, _ title: String, _ type: ScreenViewController<Screen>.Type
  ) -> Entry {
    Entry(id: id, title: title) { entry, store in type.init(entry, store: store) }
  }
}

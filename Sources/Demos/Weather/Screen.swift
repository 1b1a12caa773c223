/// The screens of the app, by their names in routes.
public enum Screen: String {
  case weather
  case locations
}

/// The screens of the app. Raw values are their names in routes.
public enum Screen: String {
  case weather
  case locations
}

/// A stored type whose `init()` gives the values of keys that stored values lack, because an older build stored them.
///
/// Types in lists and dictionaries, and in optionals, need it if a new property's first value is not the empty one: 0, `false`,
/// an empty text or collection, or nil. The app's state need not conform: `State` has an `init()`.
///
///     struct Plant: Codable, StoredDefaults {
///       var name = ""
///       var daysBetweenWaterings = 7  // new
///     }
///
/// If a property's type conforms, such as an enumeration, its `init()` gives the value where no other one is known.
public protocol StoredDefaults: Codable {
  init()
}

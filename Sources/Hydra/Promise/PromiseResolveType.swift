/// How `map` works through its items.
public enum PromiseResolveType {
  /// All items at once.
  case parallel
  /// Each item after the one before it has resolved.
  case series
}

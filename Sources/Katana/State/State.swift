/// The whole state of an app: a value that only state updaters change.
///
/// It is read from many threads at a time, so it should be made of values.
public protocol State {
  init()
}

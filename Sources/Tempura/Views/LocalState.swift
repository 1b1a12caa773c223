/// State of one screen that nobody else needs.
public protocol LocalState {}

/// What a view needs to know to show itself.
public protocol ViewModel {}

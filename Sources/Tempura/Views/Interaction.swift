/// What a view reports to its controller, such as a tap.
public typealias Interaction = () -> Void

/// What a view reports to its controller together with a value.
public typealias CustomInteraction<T> = (T) -> Void

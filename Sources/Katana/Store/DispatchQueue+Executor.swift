public import Dispatch

extension DispatchQueue: Executor {
  public func execute(_ closure: @escaping () -> Void) {
    // Safe because the closure is run once, on the queue, and its submitter keeps no use of it.
    nonisolated(unsafe) let closure = closure
    async { closure() }
  }

  public func executeSync<T>(_ closure: @escaping () -> T) -> T {
    let key = DispatchSpecificKey<Bool>()
    setSpecific(key: key, value: true)
    defer { setSpecific(key: key, value: nil) }
    return DispatchQueue.getSpecific(key: key) == true ? closure() : sync(execute: closure)
  }
}

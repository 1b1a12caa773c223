/// How a promise was settled.
package enum Outcome<Value> {
  case resolved(Value)
  case rejected(any Error)
  case cancelled
}

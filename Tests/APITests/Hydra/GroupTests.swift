import Dispatch
import Foundation
import Hydra
import Testing

/// The free functions, and await.
@Suite struct GroupTests {
  private func number(_ number: Int) -> Promise<Int> { Promise(in: .background) { resolve, _, _ in resolve(number) } }

  @Test func allTakesPromisesOrASequenceOfThem() async throws {
    let some: ([Promise<Int>], UInt) -> Promise<[Int]> = all(_:concurrency:)
    #expect(try await some([number(1), number(2)], .max).value() == [1, 2])
    #expect(try await all(number(1), number(2), number(3)).value() == [1, 2, 3])
    #expect(try await all(number(1), number(2), concurrency: 1).value() == [1, 2])
    #expect(try await all([number(1), number(2)], concurrency: 2).value() == [1, 2])
    #expect(try await all((1...4).lazy.map(number)).value() == [1, 2, 3, 4])
    try await all([Promise<Void>]()).void.value()
    #expect(try await all([number(1)], concurrency: 0).value() == [])
  }

  @Test func anyHasTheFirstOutcome() async throws {
    let first: (Context?, [Promise<Int>]) -> Promise<Int> = any(in:_:)
    #expect(try await first(.background, [Promise(), number(2)]).value() == 2)
    #expect(try await any(in: nil, [number(3)]).value() == 3)
    #expect(try await any(Promise(), number(4)).value() == 4)
    #expect(try await any(in: .main, number(5), Promise()).value() == 5)
    #expect(await failure(of: any([Promise<Int>(rejected: Oops()), Promise()])) is Oops)
    guard case .invalidInput? = await failure(of: any([Promise<Int>]())) as? PromiseError else {
      Issue.record("none of no promises is the first")
      return
    }
  }

  @Test func zipTakesTwoThreeOrFourPromises() async throws {
    let two: Promise<(Int, String)> = zip(number(1), Promise(resolved: "a"))
    let three: Promise<(Int, Int, Int)> = zip(in: .background, a: number(1), b: number(2), c: number(3))
    let four: Promise<(Int, Int, Int, Bool)> = zip(a: number(1), b: number(2), c: number(3), d: Promise(resolved: true))
    #expect(try await two.value() == (1, "a"))
    #expect(try await three.value() == (1, 2, 3))
    #expect(try await four.value() == (1, 2, 3, true))
    #expect(await failure(of: zip(in: nil, number(1), Promise<Int>(rejected: Oops()))) is Oops)
  }

  @Test func mapTransformsInSeriesOrInParallel() async throws {
    let types: [PromiseResolveType] = [.parallel, .series]
    for type in types {
      let promise: Promise<[String]> = map(.background, as: type, [1, 2, 3]) { number in
        Promise<String>(resolved: "\(number)")
      }
      #expect(try await promise.value() == ["1", "2", "3"])
      #expect(try await map(as: type, 1...3, number).value() == [1, 2, 3])
      #expect(await failure(of: map(as: type, [1]) { _ -> Promise<Int> in throw Oops() }) is Oops)
    }
    let series: Promise<[Int]> = map_series(context: .background, items: [1, 2], transform: number)
    #expect(try await series.value() == [1, 2])
  }

  @Test func reduceFoldsFromTheLeft() async throws {
    let promise: Promise<String> = reduce(in: .background, [1, 2, 3], "") { text, number in
      Promise(resolved: text + "\(number)")
    }
    #expect(try await promise.value() == "123")
    #expect(try await reduce([4], 1) { Promise(resolved: $0 + $1) }.value() == 5)
  }

  @Test func asyncRunsABodyOrABlock() async throws {
    let value: Promise<Int> = async { _ in 3 }
    #expect(try await value.value() == 3)
    let status: Promise<Bool> = async(in: .utility, token: InvalidationToken()) { status in status.isCancelled }
    #expect(try await status.value() == false)
    let none: Promise<Void> = async(in: .background, token: nil) { _ in throw Oops() }
    #expect(await failure(of: none) is Oops)

    let done = Promise<Void>()
    let block: () -> Void = { done.resolve(()) }
    let result: Void = async(in: .background, block)
    result
    try await done.value()
    let later = Promise<Void>()
    async(in: .custom(queue: DispatchQueue(label: "own")), after: 0.001) { later.resolve(()) }
    try await later.value()
  }

  /// Runs `body` on a thread that may block.
  private func onAThread<T>(_ body: @escaping () throws -> T) async throws -> T {
    try await Promise<T>(in: .background) { resolve, _, _ in resolve(try body()) }.value()
  }

  @Test func awaitBlocksUntilThereIsAValue() async throws {
    let promises = (number(1), Promise<Int>(rejected: Oops(number: 2)))
    let results = try await onAThread { () -> [Int?] in
      let wait: (Context?, Promise<Int>) throws -> Int = Hydra.await(in:_:)
      let value = try wait(.background, promises.0)
      let same = try Hydra.await(promises.0)
      try Hydra.await(in: .utility, promises.0)
      do {
        try Hydra.await(promises.1)
        return []
      } catch {
        return [value, same, (error as? Oops)?.number]
      }
    }
    #expect(results == [1, 1, 2])
  }

  @Test func awaitTakesABody() async throws {
    let result = try await onAThread { () -> String in
      let first: String = try Hydra.await { fulfill, reject, operation in
        if operation.isCancelled { reject(Oops()) } else { fulfill("done") }
      }
      return try Hydra.await(in: .utility) { fulfill, _, _ in fulfill(first + "!") }
    }
    #expect(result == "done!")
    await #expect(throws: Oops.self) {
      try await self.onAThread { () -> Int in try Hydra.await { _, reject, _ in reject(Oops()) } }
    }
  }

  @Test func awaitingOnMainIsRefused() throws {
    do {
      try Hydra.await(in: .main, number(1))
      Issue.record("the main context cannot wait for itself")
    } catch PromiseError.invalidContext {}
  }

  @Test func operatorsAwait() async throws {
    let one = number(1)
    let failing = Promise<Int>(rejected: Oops())
    let (value, optional, none) = try await onAThread { () -> (Int, Int?, Int?) in (try ..one, ..!one, ..!failing) }
    #expect(value == 1 && optional == 1 && none == nil)
  }
}

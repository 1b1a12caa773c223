import Dispatch
import Hydra
import TestSupport
import Testing

/// Where closures run by default.
@Suite struct DefaultContextTests {
  private let failed = Promise<Int>(rejected: Oops())
  private let done = Promise(resolved: 1)

  private static let main: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Returns whether a closure runs on the main queue. `attach` gets the closure.
  private func runsOnMain<T>(_ attach: (@escaping () -> Void) -> Promise<T>) async -> Bool {
    let log = EventLog<Bool>()
    let main = Self.main
    _ = try? await attach { log.add(DispatchQueue.getSpecific(key: main) == true) }.value()
    #expect(log.count == 1)
    return log.entries == [true]
  }

  @Test func chainsRunOnMain() async {
    #expect(
      await runsOnMain { note in
        done.then { (_: Int) -> String in
          note()
          return ""
        }
      })
    #expect(
      await runsOnMain { note in
        done.then { (_: Int) -> Promise<Int> in
          note()
          return done
        }
      })
    #expect(await runsOnMain { note in done.then { (_: Int) -> Void in note() } })
    #expect(await runsOnMain { note in failed.catch { _ in note() } })
    #expect(
      await runsOnMain { note in
        let promise = Promise<Int>()
        promise.cancel()
        return promise.cancelled { note() }
      })
    #expect(
      await runsOnMain { note in
        reduce([1], 0) { _, _ in
          note()
          return done
        }
      })
  }

  @Test func bodiesAndOtherOperatorsRunInTheBackground() async {
    #expect(await !runsOnMain { note in done.always { note() } })
    #expect(
      await !runsOnMain { note in
        failed.recover { _ in
          note()
          return done
        }
      })
    #expect(
      await !runsOnMain { note in
        done.validate { _ in
          note()
          return true
        }
      })
    #expect(await !runsOnMain { note in done.pass { (_: Int) -> Void in note() } })
    #expect(
      await !runsOnMain { note in
        done.pass { (_: Int) -> Promise<Int> in
          note()
          return done
        }
      })
    #expect(
      await !runsOnMain { note in
        map(as: .series, [1]) { _ in
          note()
          return done
        }
      })
    #expect(
      await !runsOnMain { note in
        map(as: .parallel, [1]) { _ in
          note()
          return done
        }
      })
    #expect(await !runsOnMain { note in async { _ in note() } })
    #expect(
      await !runsOnMain { note in
        Promise<Int> { resolve, _, _ in
          note()
          resolve(1)
        }
      })
  }

  @Test func allOperatorsCanRunOnMain() async {
    #expect(await runsOnMain { note in done.always(in: .main) { note() } })
    #expect(
      await runsOnMain { note in
        failed.recover(in: .main) { _ in
          note()
          return done
        }
      })
    #expect(
      await runsOnMain { note in
        done.validate(in: .main) { _ in
          note()
          return true
        }
      })
    #expect(await runsOnMain { note in done.pass(in: .main) { (_: Int) -> Void in note() } })
    #expect(
      await runsOnMain { note in
        map(.main, as: .series, [1]) { _ in
          note()
          return done
        }
      })
    #expect(await runsOnMain { note in async(in: .main) { _ in note() } })
    #expect(
      await runsOnMain { note in
        Promise<Int>(in: .main) { resolve, _, _ in
          note()
          resolve(1)
        }
      })
    #expect(await !runsOnMain { note in done.then(in: .background) { (_: Int) -> Void in note() } })
    #expect(await !runsOnMain { note in failed.catch(in: .utility) { _ in note() } })
  }
}

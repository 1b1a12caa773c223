import Dispatch
import Hydra
import TestSupport
import Testing

@Suite struct ContextTests {
  @Test func mainIsTheMainQueueOutsideAppInstances() async throws {
    try await Promise(resolved: ()).then { dispatchPrecondition(condition: .onQueue(.main)) }.value()
    #expect(Context.main.queue.label == DispatchQueue.main.label)
    let queue = DispatchQueue(label: "test")
    #expect(Context.custom(queue: queue).queue === queue)
  }

  @Test func mainIsTheAppInstanceInWhichTheOperatorWasAttached() async throws {
    let app = SerialApp()
    let source = Promise<Int>()
    let inApp = app.sync { source.then { _ in app.isRunning } }
    let outside = source.then { _ in app.isRunning }
    let failed = app.sync { Promise<Int>(rejected: Oops()).catch { _ in #expect(app.isRunning) } }
    DispatchQueue.global().async { source.resolve(1) }
    #expect(try await inApp.value())
    #expect(try await !outside.value())
    try await failed.value()
  }

  @Test func closuresInEveryContextRunInTheirAppInstance() async throws {
    let app = SerialApp()
    let queue = DispatchQueue(label: "test")
    let contexts: [Context] = [
      .main, .background, .utility, .userInitiated, .userInteractive, .custom(queue: queue),
    ]
    for context in contexts {
      let promises = app.sync {
        [
          async(in: context) { _ in Main.scoped === app },
          Promise(resolved: 1).then(in: context) { _ in Main.scoped === app },
          Promise<Bool>(rejected: Oops()).recover(in: context) { _ in Promise(resolved: Main.scoped === app) },
        ]
      }
      for promise in promises { #expect(try await promise.value()) }
      let later = Promise<Bool>()
      app.sync { async(in: context, after: 0.001) { later.resolve(Main.scoped === app) } }
      #expect(try await later.value())
    }
    #expect(try await async(in: .background) { _ in Main.scoped == nil }.value())
  }

  @Test func theInnermostExecutorCountsAndTheOuterOneComesBack() async {
    let (app, other) = (SerialApp(), SerialApp())
    await Origin(app).runTask {
      #expect(Main.scoped === app)
      Main.run(as: other) {
        #expect(Main.scoped === other)
        Main.run(as: nil) { #expect(Main.scoped == nil) }
        #expect(Main.scoped === other)
      }
      #expect(Main.scoped === app)
      await Task.yield()
      #expect(Main.scoped === app)
    }
    #expect(Main.scoped == nil)
  }

  @Test func aTaskKeepsTheExecutorOfTheCodeThatStartedIt() async {
    let (app, other) = (SerialApp(), SerialApp())
    let task = Main.run(as: app) {
      Task {
        var isKept = Main.scoped === app
        for _ in 0..<100 {
          await Task.yield()
          Main.run(as: other) { isKept = isKept && Main.scoped === other }
          isKept = isKept && Main.scoped === app
        }
        return isKept
      }
    }
    #expect(await task.value)
  }

  @Test func passingAnOutcomeOnNeedsNoMainQueue() async throws {
    let app = SerialApp()
    app.suspend()
    let promise = Main.run(as: app) { zip(Promise(resolved: 1).void, Promise(resolved: 2)) }
    #expect(try await promise.value().1 == 2)
    app.resume()
  }
}

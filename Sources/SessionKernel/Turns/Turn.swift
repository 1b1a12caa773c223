internal import Sessions

/// A turn of a session: as long as it lasts, nothing else of the session runs. Only its holder has this value.
package struct Turn: ~Copyable {
  package let session: Session

  fileprivate init(of session: Session) { self.session = session }

  /// Runs the work that was submitted, in the middle of a visit: meanwhile the session stays in memory.
  package func runWork() async {
    session.isVisited = true
    await session.queue.runWork()
    session.isVisited = false
  }

  /// Asks the storage: see ``hold(during:)``.
  func ask<Value: Sendable>(
    _ call: () async throws(StorageError) -> Value
  ) async -> Result<Value, StorageError> {
    session.queue.detachThread()
    defer { session.queue.attachThread() }
    do throws(StorageError) { return .success(try await call()) } catch { return .failure(error) }
  }

  /// Waits without a thread. The turn goes on afterwards, and nothing of the session runs meanwhile.
  package func hold<Value>(during wait: () async -> Value) async -> Value {
    session.queue.detachThread()
    defer { session.queue.attachThread() }
    return await wait()
  }

  /// Lets the session's work run and stores what it changed, until a request can be answered. Gives the turn away while
  /// the request waits for side effects. It does not wait for them if its client has left.
  ///
  /// - Returns: Why the changes could not be stored; nil if they are.
  package func pause(until waiter: Waiters.Waiter, for client: (any WaitingClient)? = nil) async -> PersistenceError? {
    session.waiters.add(waiter)
    await session.flush(self)
    if waiter.result == nil {
      client?.whenRefused { [session] in session.queue.submit { waiter.hasTimedOut = true } }
      let note = session.queue.crashNote
      await withUnsafeContinuation { continuation in
        waiter.continuation = continuation
        session.releaseTurn()
      }
      session.queue.crashNote = note
      session.queue.attachThread()
    }
    session.waiters.remove(waiter)
    waiter.scene?.updateURL()
    if case .failure(let error) = waiter.result { return error }
    return nil
  }
}

extension Session {
  /// Runs `body` in a turn: after the requests that came before. The work that it submits runs after it, and is stored.
  package func turn<Result>(_ body: (borrowing Turn) async -> Result) async -> Result {
    await queue.take()
    let turn = Turn(of: self)
    let result = await body(turn)
    await endTurn(turn)
    return result
  }

  /// Runs the work that was submitted, in a turn that the queue has given to this task.
  func runSubmittedWork() async {
    queue.attachThread()
    await endTurn(Turn(of: self))
  }

  private func endTurn(_ turn: consuming Turn) async {
    await flush(turn)
    releaseTurn()
  }

  fileprivate func releaseTurn() {
    waiters.startTimers(in: self)
    let next = waiters.nextTold()
    let leaves = next == nil && isRemoved && waiters.isEmpty
    screens.willPassTurn(isLast: next == nil && !leaves)
    if leaves { leaveMemory() }
    queue.pass(to: next)
  }

  /// A session that is not stored any more leaves memory.
  private func leaveMemory() {
    runtime.sessions.remove(self)
    // Its stream may stay open for a while.
    slices?.forget()
    if case .removed(let byApp, let isTold) = life {
      if byApp, !isTold { runtime.sessions.noteEnded(key) }
      runtime.pages.tell(key)
    } else {
      runtime.pages.close(key)
    }
    evict()
  }
}

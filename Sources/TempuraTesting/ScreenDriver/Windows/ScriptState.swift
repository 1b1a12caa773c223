internal import Foundation

/// What the script of a live page is doing in a browser.
struct ScriptState: Decodable {
  /// The document, by its time.
  let document: Double
  /// The path and query of the page.
  let url: String
  /// Whether the document is loaded, and no live request is on its way or prepared.
  let isIdle: Bool
  /// Whether another document is being loaded.
  let isLeaving: Bool
  /// Whether side effects still ran at the last answer.
  let isWorking: Bool
  /// Grows with each form or typed value that is sent, and with each step in the history.
  let actions: Int

  /// Reads the state a little later, when events have been handled that happened by now.
  static let reading = """
    new Promise(done => setTimeout(() => done(window.tempuraDriver?.() ?? null), 2))
    """

  /// Makes the script ask for changes, as it does when a browser is online again.
  static let asking = """
    (() => { dispatchEvent(new Event("online")); return true; })()
    """

  /// Runs before the script of each page, and observes it.
  static let observer = """
    (() => {
      let pending = 0, actions = 0, isLeaving = false, isWorking = false;
      const send = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) {
        pending++;
        if (body) actions++;
        // Called after the handler of the script, which may send the next request.
        this.addEventListener("loadend", () => {
          isWorking = this.status !== 204 && /"working":true[^"]*$/.test(this.responseText);
          queueMicrotask(() => pending--);
        });
        send.call(this, body);
      };
      // Chosen files are read before they are sent.
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = function () {
        pending++;
        return read.call(this).finally(() => pending--);
      };
      const transition = document.startViewTransition;
      if (transition) document.startViewTransition = function (update) {
        pending++;
        const started = transition.call(document, update);
        // Until its end, nothing can be clicked.
        started.finished.finally(() => pending--).catch(() => {});
        return started;
      };
      addEventListener("submit", event => {
        actions++;
        // Not a microtask, which would run before the handler of the script.
        setTimeout(() => { if (!event.defaultPrevented) isLeaving = true; });
      });
      addEventListener("popstate", () => actions++);
      window.navigation?.addEventListener("navigate", event => {
        if (!event.destination.sameDocument) isLeaving = true;
      });
      addEventListener("pageshow", () => isLeaving = false);
      window.tempuraDriver = () => ({
        document: performance.timeOrigin, url: location.pathname + location.search,
        isIdle: !pending && document.readyState === "complete", isLeaving, isWorking, actions,
      });
    })();
    """
}

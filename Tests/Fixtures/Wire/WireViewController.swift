import Foundation
import Tempura
import UIKit

final class WireViewController: ViewController<WireView>, Routable {
  static let didLoad = Notification.Name("WireDidLoad")

  var routeIdentifier: RouteElementIdentifier { "wire" }

  private let queue = DispatchQueue(label: "wire")
  private let operations = OperationQueue()
  private var timer: Timer?
  private var source: DispatchSourceTimer?
  private var seconds = 0

  deinit { timer?.invalidate() }

  override func viewDidLoad() {
    super.viewDidLoad()
    // The first two do not keep the screen.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { [unowned self] in rootView.clockLabel.text = "0 s" }
    DispatchQueue.main.async { [unowned self] in rootView.resultLabel.text = "ready" }
    APIClient.shared.load("/headline") { [weak self] result in
      switch result {
      case .success(let text): self?.rootView.headlineLabel.text = text
      case .failure(let error): self?.rootView.headlineLabel.text = "\(error)"
      }
    }
    NotificationCenter.default.addObserver(forName: Self.didLoad, object: nil, queue: .main) {
      [weak self] notification in
      self?.show(notification.object as? String ?? "")
    }
  }

  /// What shows on the screen, and whether this is the main thread.
  private func show(_ text: String) { rootView.resultLabel.text = "\(text) \(Thread.isMainThread)" }

  private func showLater(_ text: String) {
    let isMain = Thread.isMainThread
    DispatchQueue.main.async { self.show("\(text) \(isMain)") }
  }

  override func setupInteraction() {
    rootView.didTap = { [unowned self] action in perform(action) }
  }

  private func perform(_ action: String) {
    switch action {
    case "request": APIClient.shared.load("/text") { [weak self] in self?.show((try? $0.get()) ?? "failed") }
    case "download": APIClient.shared.download("/text") { self.show($0) }
    case "upload": APIClient.shared.upload("a=sent", to: "/echo") { self.show($0) }
    case "delegate": APIClient.shared.collect("/text") { self.show($0) }
    case "data":
      Task {
        do { show(try await APIClient.shared.load("/text")) } catch { show("failed") }
      }
    case "task":
      Task {
        try? await Task.sleep(nanoseconds: 1_000_000)
        show("task")
      }
    case "taskMain": Task { @MainActor in self.show("taskMain") }
    case "mainActor":
      Task.detached {
        _ = try? await APIClient.shared.load("/text")
        await MainActor.run { self.show("mainActor") }
      }
    case "assumed": MainActor.assumeIsolated { show("assumed") }
    case "detached": Task.detached { self.showLater("detached") }
    case "global": DispatchQueue.global(qos: .userInitiated).async { self.showLater("global") }
    case "group":
      let group = DispatchGroup()
      group.enter()
      queue.async(group: group) { self.queue.async { group.leave() } }
      group.notify(queue: .main) { self.show("group") }
    case "item": queue.async(execute: DispatchWorkItem { self.showLater("item") })
    case "delayedItem":
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.1, execute: DispatchWorkItem { self.show("delayedItem") })
    case "mainItem": DispatchQueue.main.async(execute: DispatchWorkItem { self.show("mainItem") })
    case "cancelledItem":
      let item = DispatchWorkItem { self.show("wrong") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 1.9, execute: item)
      item.cancel()
      show("cancelledItem")
    case "source":
      let source = DispatchSource.makeTimerSource(queue: .main)
      source.setEventHandler { [weak self] in self?.show("source") }
      source.schedule(deadline: .now() + 0.01)
      source.resume()
      self.source = source
    case "operation": operations.addOperation { self.showLater("operation") }
    case "mainOperation": OperationQueue.main.addOperation { self.show("mainOperation") }
    case "block": operations.addOperation(BlockOperation { self.showLater("block") })
    case "thread": Thread { self.showLater("thread") }.start()
    case "detachedThread": Thread.detachNewThread { self.showLater("detachedThread") }
    case "timer":
      seconds = 0
      timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { [weak self] timer in
        guard let self else { return timer.invalidate() }
        self.seconds += 1
        self.show("\(timer.isValid) \(self.seconds)")
        if self.seconds == 3 { timer.invalidate() }
      }
    case "methodTimer":
      timer = Timer.scheduledTimer(
        timeInterval: 0.01, target: self, selector: WireViewController.tick, userInfo: nil, repeats: false)
    case "addedTimer":
      let timer = Timer(timeInterval: 0.01, repeats: false) { [weak self] _ in self?.show("addedTimer") }
      RunLoop.main.add(timer, forMode: .common)
    case "notification":
      queue.async { NotificationCenter.default.post(name: Self.didLoad, object: "notification") }
    case "keep":
      let count = UserDefaults.standard.integer(forKey: "count") + 1
      UserDefaults.standard.set(count, forKey: "count")
      show("\(count) \(UserDefaults.ofProcess.integer(forKey: "count")) \(keepFile()) \(keepToken())")
    case "noteFromThread":
      dispatch(AddNote(text: "first"))
      Thread {
        WireService.gate.wait()
        self.dispatch(AddNote(text: "thread"))
      }.start()
    case "noteFromTask":
      dispatch(AddNote(text: "first"))
      Task.detached {
        WireService.wait()
        self.dispatch(AddNote(text: "task"))
      }
    case "noteFromRequest":
      dispatch(AddNote(text: "first"))
      APIClient.shared.load("/held") { _ in self.dispatch(AddNote(text: "request")) }
    default: break
    }
  }

  /// Returns how often a file in the documents folder was appended.
  private func keepFile() -> Int {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first!
    let file = folder.appendingPathComponent("log.txt")
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "") + "x"
    try? lines.write(to: file, atomically: true, encoding: .utf8)
    let path = NSSearchPathForDirectoriesInDomains(.documentDirectory, .userDomainMask, true)[0]
    return FileManager.default.contents(atPath: path + "/log.txt")?.count ?? 0
  }

  /// Returns the length of the token in the keychain, which grows each time.
  private func keepToken() -> Int {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "wire", kSecAttrAccount as String: "me",
    ]
    var item: CFTypeRef?
    let search = query.merging([kSecReturnData as String: kCFBooleanTrue!, kSecMatchLimit as String: kSecMatchLimitOne])
    { $1 }
    if SecItemCopyMatching(search as CFDictionary, &item) == errSecSuccess, let token = item as? Data {
      SecItemUpdate(query as CFDictionary, [kSecValueData as String: token + Data([1])] as CFDictionary)
      return token.count + 1
    }
    query[kSecValueData as String] = Data([1])
    return SecItemAdd(query as CFDictionary, nil) == errSecSuccess ? 1 : 0
  }

  func tick() { show("methodTimer") }
}

public import Foundation
public import TempuraUI

/// A player of a film that an `AVPlayerViewController` or an `AVPlayerLayer` shows, or of a sound: a file in the folder `Public` of the
/// app. A URL of another server is a link. Without the script of live pages, the user plays it with the browser's controls, and the
/// player hears nothing.
open class AVPlayer: NSObject, MediumListener {
  public enum Status: Int, Sendable { case unknown, readyToPlay, failed }
  public enum TimeControlStatus: Int, Sendable { case paused, waitingToPlayAtSpecifiedRate, playing }
  public enum ActionAtItemEnd: Int, Sendable { case advance, pause, none }

  private var item: AVPlayerItem?
  /// What the app wants. The page carries it out.
  private final var wish = Medium() { didSet { if wish != oldValue { updateDisplays() } } }
  private var displays: [ObjectIdentifier: () -> Void] = [:]
  /// Has the sound, if nothing displays the player.
  private weak var window: UIWindow?

  /// The time that the page told last, and when.
  private var told = (time: 0.0, at: 0.0)
  private var isRunning = false
  private var seekHandler: ((Bool) -> Void)?
  private var observers: [TimeObserver] = []
  /// Called at the end of the medium: with false if the page cannot play it.
  final var didEnd: ((Bool) -> Void)?

  override public init() { super.init() }

  public init(playerItem item: AVPlayerItem?) {
    super.init()
    show(item)
  }

  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  deinit { window?.setSound(nil, of: wish.number) }

  open var currentItem: AVPlayerItem? { item }

  open func replaceCurrentItem(with item: AVPlayerItem?) { show(item) }

  private func show(_ item: AVPlayerItem?) {
    self.item?.player = nil
    self.item = item
    item?.player = self
    isRunning = false
    wish.source = item.flatMap { VideoSource($0.asset.location) }
    go(to: 0)
  }

  // MARK: - Where it is shown

  /// What a page shows; nil if there is no medium.
  package final func medium(_ change: (inout Medium) -> Void) -> Medium? {
    var medium = wish
    medium.player = self
    change(&medium)
    return medium.source == nil ? nil : medium
  }

  /// Moves a display from one player to another, each nil if there is none.
  ///
  /// - Parameter update: Called now, and when something changes.
  package static func move(
    _ display: AnyObject, from old: AVPlayer?, to new: AVPlayer?, update: @escaping () -> Void
  ) {
    guard new !== old else { return }
    old?.remove(display)
    new?.displays[ObjectIdentifier(display)] = update
    // A new element begins where the last one was.
    if let new, new.now > 0 { new.go(to: new.now) }
    update()
    new?.updateDisplays()
  }

  package final func remove(_ display: AnyObject) {
    displays[ObjectIdentifier(display)] = nil
    updateDisplays()
  }

  private func updateDisplays() {
    for update in displays.values { update() }
    if displays.isEmpty, wish.rate > 0, window == nil, let window = UIApplication.shared.keyWindow {
      self.window = window
      if now > 0 { go(to: now) }
    }
    window?.setSound(displays.isEmpty ? medium { $0.isSound = true } : nil, of: wish.number)
    if !displays.isEmpty { window = nil }
  }

  // MARK: - What the app wants

  private func go(to seconds: Double) {
    told = (min(max(seconds, 0), item?.asset.length ?? .greatestFiniteMagnitude), Self.uptime)
    for observer in observers { observer.last = told.time }
    var next = wish
    next.order = Medium.nextNumber()
    (next.seekOrder, next.seekTime) = (next.order, told.time)
    wish = next
  }

  open func play() { rate = defaultRate }
  open func pause() { rate = 0 }
  open func playImmediately(atRate rate: Float) { self.rate = rate }

  /// 0 if it is paused: by the app, by the user, or by the browser, which may refuse to play before the user has tapped something. A
  /// browser plays nothing backwards.
  open var rate: Float {
    get { wish.rate }
    set {
      let rates = MediumMessage.rates, rate = newValue > 0 ? min(max(newValue, rates.lowerBound), rates.upperBound) : 0
      guard rate != wish.rate else { return }
      told = (now, Self.uptime)
      isRunning = isRunning && rate > 0
      var next = wish
      (next.order, next.rate) = (Medium.nextNumber(), rate)
      wish = next
    }
  }

  open var defaultRate: Float = 1
  open var volume: Float {
    get { wish.volume }
    set { wish.volume = newValue > 0 ? min(newValue, 1) : 0 }
  }
  open var isMuted: Bool {
    get { wish.isMuted }
    set { wish.isMuted = newValue }
  }
  final func loop(_ loops: Bool) { wish.loops = loops }
  open var actionAtItemEnd = ActionAtItemEnd.pause

  /// No effect, as the following ones.
  open var automaticallyWaitsToMinimizeStalling = true
  open var allowsExternalPlayback = true
  open var preventsDisplaySleepDuringVideoPlayback = true

  open var status: Status { error == nil ? .readyToPlay : .failed }
  open var error: (any Error)? { item?.error }
  open var timeControlStatus: TimeControlStatus {
    rate == 0 ? .paused : isRunning ? .playing : .waitingToPlayAtSpecifiedRate
  }

  // MARK: - Times

  private static var uptime: Double { ProcessInfo.processInfo.systemUptime }

  private var now: Double {
    let passed = isRunning ? (Self.uptime - told.at) * Double(rate) : 0
    return min(told.time + passed, item?.asset.length ?? .greatestFiniteMagnitude)
  }

  /// What the page told last, and the time since then.
  open func currentTime() -> CMTime { CMTime(seconds: now, preferredTimescale: 1000) }

  /// - Parameters:
  ///   - toleranceBefore: No effect, as that after.
  ///   - completionHandler: Called with true when the page is there, and with false if the app goes to another time first.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime = .zero, toleranceAfter: CMTime = .zero,
    completionHandler: @escaping (Bool) -> Void = { _ in }
  ) {
    seekHandler.take()?(false)
    guard time.isNumeric, item != nil else { return completionHandler(false) }
    go(to: time.seconds)
    if displays.isEmpty, window == nil { return completionHandler(true) }
    seekHandler = completionHandler
  }

  /// - Parameters:
  ///   - interval: A page tells of the time at most four times a second.
  ///   - queue: No effect: the block runs where the app's views are.
  ///   - block: Also called when the medium is played or paused, or goes to another time.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any { add(TimeObserver(interval: interval.isNumeric ? interval.seconds : 0, times: [], block)) }

  /// - Parameters:
  ///   - times: Those of `NSValue(time:)`. The block is called up to a quarter of a second later.
  ///   - queue: No effect: the block runs where the app's views are.
  open func addBoundaryTimeObserver(forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void)
    -> Any
  { add(TimeObserver(interval: nil, times: times.map(\.timeValue.seconds)) { _ in block() }) }

  private func add(_ observer: TimeObserver) -> Any {
    observer.last = now
    observers.append(observer)
    updateInterval()
    return observer
  }

  open func removeTimeObserver(_ observer: Any) {
    observers.removeAll { $0 === observer as AnyObject }
    updateInterval()
  }

  private func updateInterval() {
    wish.interval = max(0.25, observers.map { $0.interval ?? 0 }.reduce(Medium.longInterval, min))
  }

  // MARK: - What the page tells

  package final func hear(_ message: MediumMessage) {
    // The page may not know the last order yet.
    guard message.order == wish.order, let item, item.error == nil else { return }
    if let duration = message.duration { item.asset.length = duration }
    let isSteady = isRunning && message.event == .playing
    told = (message.time, Self.uptime)
    isRunning = message.event == .playing
    switch message.event {
    case .playing: wish.rate = message.rate
    case .ended where actionAtItemEnd != .pause, .waiting: break
    case .paused, .ended: wish.rate = 0
    case .failed:
      wish.rate = 0
      item.error = NSError(domain: "AVFoundationErrorDomain", code: -11800)
    }
    seekHandler.take()?(item.error == nil)
    for observer in observers { observer.hear(message.time, isSteady: isSteady) }
    let isEnd = message.event == .ended
    guard isEnd || message.event == .failed, item === self.item else { return }
    if isEnd, actionAtItemEnd == .advance { advance() }
    NotificationCenter.default.post(
      name: isEnd ? .AVPlayerItemDidPlayToEndTime : .AVPlayerItemFailedToPlayToEndTime, object: item)
    didEnd?(isEnd)
  }

  /// Plays the next medium of a queue.
  func advance() { pause() }
}

/// Observes the time of a player.
private final class TimeObserver: NSObject {
  /// In seconds; nil for one that waits for times.
  let interval: Double?
  private let times: [Double]
  private let block: (CMTime) -> Void
  var last = 0.0

  init(interval: Double?, times: [Double], _ block: @escaping (CMTime) -> Void) {
    (self.interval, self.times, self.block) = (interval, times, block)
  }

  /// - Parameter isSteady: Whether the medium was and is played.
  func hear(_ time: Double, isSteady: Bool) {
    // A browser tells a little earlier or later.
    let isDue = interval.map { !isSteady || abs(time - last) >= $0 * 0.8 } ?? times.contains { last < $0 && $0 <= time }
    if isDue || interval == nil { last = time }
    if isDue { block(CMTime(seconds: time, preferredTimescale: 1000)) }
  }
}

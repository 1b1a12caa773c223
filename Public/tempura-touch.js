// Tells the server of fingers on views with `data-touches`: docs/reference/live-protocol.md
export default live => {
const {all, enqueue, root} = live
const tapPause = 350, slop = 10, mostEvents = 400

// What fingers do on a view, from the first one that comes down until all are up, and no tap may follow. It is the `touch` of jobs.
let gesture
let count = 0, lastKind

class Gesture {
  name = 'touches'
  events = []
  messages = 0
  // The fingers that are down: their numbers and where they began, by the ids of their pointers
  fingers = new Map
  taps = 0

  constructor(view, {target, timeStamp}) {
    const box = view.getBoundingClientRect(), words = all('[data-touches]').filter(e => e.contains(view)).flatMap(e => e.dataset.touches.split(' '))
    // The numbers of words such as `hold500`
    const numbers = name => words.filter(word => word.startsWith(name)).map(word => +word.slice(4))
    this.view = view
    this.number = Date.now() % 1e9 * 1000 + ++count % 1000
    this.start = timeStamp
    this.scale = 16 / parseFloat(getComputedStyle(root).fontSize)
    this.center = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    this.size = [box.width, box.height].map(length => this.points(length))
    this.isFixed = getComputedStyle(view).touchAction == 'none'
    this.moves = words.includes('move')
    this.hold = Math.min(...numbers('hold'))
    // A control in the view has its touches for itself.
    const innermost = target.closest('[data-touches], :is(button, a, input, textarea, select, label, summary):not([data-touches] > .stretched)')
    this.isOwn = words.includes('own') && innermost == view
    this.mostTaps = this.isOwn && Math.max(0, ...numbers('taps'))
    // Whether the server is to know, for it may be more than the press of a button.
    this.counts = words.includes('now') && (this.isOwn || !words.includes('own'))
  }

  points(length) { return (length * this.scale).toFixed(1) }
  time(event) { return Math.max(0, Math.round(event.timeStamp - this.start)) }

  add(kind, finger, event, more = '') {
    const [x, y] = this.center
    this.events.push([kind, finger, this.time(event), this.points(event.clientX - x), this.points(event.clientY - y)].join(' ') + more)
    // The server is slow or away: every other place on the way is left out.
    if (this.events.length > mostEvents) this.events = this.events.filter((event, index) => index % 2 || !/^[mk]/.test(event))
  }

  // One message is under way at a time, with all that has happened since the one before.
  tell() {
    if (this.counts && !this.isLost && !live.queue.some(({touch}) => touch == this)) enqueue({touch: this, still: true})
  }

  // Nothing happens until a time.
  rest(time) {
    this.events.push(`t 0 ${Math.round(time)} 0 0`)
    this.tell()
  }

  // For the job
  take() {
    const {view, number, size, events} = this
    this.events = []
    return [[encodeURIComponent(view.id), number, ++this.messages, +this.isOwn, ...size].join(' '), ...events].join()
  }

  // Whether the message may be the press of a button, which sends the form.
  get ends() { return !this.fingers.size }

  // The server knows nothing of the gesture, or the view has gone: a finger has to begin anew.
  answered(status) {
    if (status > 299) this.lose()
    else if (this.events.length) this.tell()
  }

  lose() {
    this.isLost = this.isOver = true
    clearTimeout(this.timer)
    this.fingers.clear()
  }

  began(event) {
    const {pointerId, target} = event
    clearTimeout(this.timer)
    const used = [...this.fingers.values()].map(({number}) => number), number = [...Array(10).keys()].find(number => !used.includes(number))
    if (number == null) return
    this.fingers.set(pointerId, {number, x: event.clientX, y: event.clientY})
    const hit = target.closest('[id]')
    this.add('b', number, event, this.view.contains(hit) ? ' ' + encodeURIComponent(hit.id) : '')
    if (this.fingers.size > 1) this.counts = this.isDragged = true
    if (this.hold < Infinity && !this.isDragged) this.timer = setTimeout(() => {
      this.counts = this.isHeld = true
      this.rest(this.holdEnd)
    }, this.hold)
    this.holdEnd = this.time(event) + this.hold
    this.tell()
  }

  moved(event) {
    const {pointerId, clientX, clientY} = event, finger = this.fingers.get(pointerId)
    if (this.isOwn) for (const passed of event.getCoalescedEvents?.().slice(0, -1) || []) this.add('k', finger.number, passed)
    this.add('m', finger.number, event)
    if (!this.isDragged && Math.hypot(clientX - finger.x, clientY - finger.y) * this.scale >= slop) {
      this.isDragged = true
      if (!this.isHeld) clearTimeout(this.timer)
      if (this.moves) this.counts = true
      if (this.counts) this.capture(pointerId)
    }
    this.tell()
  }

  // So that it is told also outside of the window
  capture(pointerId) {
    try { this.view.setPointerCapture(pointerId) } catch { return true }
  }

  ended(kind, event) {
    const {number} = this.fingers.get(event.pointerId)
    this.fingers.delete(event.pointerId)
    this.add(kind, number, event)
    if (!this.fingers.size) {
      clearTimeout(this.timer)
      const isTap = kind == 'e' && this.mostTaps && !this.isDragged
      if (isTap) this.counts = true
      if (isTap && ++this.taps < this.mostTaps) this.timer = setTimeout(() => {
        this.isOver = true
        this.rest(this.time(event) + tapPause)
      }, tapPause)
      else this.isOver = true
    }
    this.tell()
  }

  cancel() {
    for (const [pointerId, {x, y}] of this.fingers) this.ended('c', {pointerId, clientX: x, clientY: y, timeStamp: performance.now()})
  }
}

addEventListener('pointerdown', event => {
  const {target, button, pointerType} = event, view = target.closest?.('[data-touches]')
  lastKind = pointerType
  if (gesture?.isOver) gesture = null
  // A field has its fingers for itself.
  if (!view || button || live.isOver || target.closest('input, textarea, select') || view.closest('[inert], [hidden], :disabled')) return
  // Another finger, or a tap after a tap, belongs to the same gesture.
  if (!gesture || !gesture.fingers.size && gesture.view != view) gesture = new Gesture(view, event)
  gesture.began(event)
}, true)

// Listens to the fingers of the gesture.
const follow = (type, action) => addEventListener(type, event => gesture?.fingers.has(event.pointerId) && action(event), true)
follow('pointermove', event => gesture.moved(event))
follow('pointerup', event => gesture.ended('e', event))
follow('pointercancel', event => gesture.ended('c', event))
// A patch may move the view in the page.
follow('lostpointercapture', event => gesture.view.isConnected && gesture.capture(event.pointerId) && gesture.ended('c', event))
addEventListener('visibilitychange', () => document.hidden && gesture?.cancel(), true)

// A drag that began on a button is no press, and what the server takes for a tap is none. Keys press as ever.
addEventListener('click', event => {
  if (!event.detail || !gesture?.view.contains(event.target)) return
  const isTap = gesture.isOwn && /\btap$/.test(event.target.closest('button')?.closest('[data-touches]')?.dataset.touches)
  if (!isTap && !(gesture.counts && (gesture.isDragged || gesture.isHeld))) return
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)

// The browser has gestures of its own.
addEventListener('dragstart', event => gesture?.fingers.size && event.preventDefault(), true)
addEventListener('contextmenu', event => lastKind != 'mouse' && event.target.closest?.('[data-touches*="hold"]') && event.preventDefault(), true)
// After a long press, the finger moves the view and not the page. And where it never scrolls, a quick end is no fling: Chromium would
// take the next tap for its stop.
addEventListener('touchmove', event => (gesture?.isHeld || gesture?.isDragged && gesture.isFixed) && gesture.fingers.size && event.cancelable && event.preventDefault(), {passive: false, capture: true})

return {leaves() { gesture?.lose() }}
}

// Long lists, and what is seen of them: docs/reference/live-protocol.md
export default live => {
const {all, one, byID, id, root, here, fields, rowsOf, save, initial, enqueue, askSoon} = live
const saved = sessionStorage

// Rows

const topOf = e => e.getBoundingClientRect().top
// A row in view, and where it is. Without one, the list's first row that is to be seen; infinity at the end.
function anchor(e) {
  const edge = Math.max(topOf(e), 0) + 60, row = all('li', e).find(row => topOf(row) >= edge && !row.dataset.room)
  if (row) return [e, row, topOf(row), e.dataset.scrolls]
  const list = e.dataset.seen == null ? one('[data-seen]:has([data-room])', e) : e, number = list ? extent(list)[3] : -1
  return number < 0 ? [e] : [e, list, edge, e.dataset.scrolls, e.scrollHeight - e.clientHeight - e.scrollTop < 2 ? 1 / 0 : number]
}
const lengthOf = row => +row.dataset.room || 1
// The row with a number, if it is on the page.
const rowAt = (list, number) => rowsOf(list).find(row => (number -= lengthOf(row)) < 0 && !row.dataset.room)
// Says the place of each row in lists that are not whole. WebKit treats a list without markers as a list only if it has the role.
function numberRows() {
  for (const list of all('[data-seen]:has([data-room], [aria-setsize])')) {
    const rows = rowsOf(list), size = rows.reduce((sum, row) => sum + lengthOf(row), 0)
    let place = 0
    if (size > rows.length || one('[aria-setsize]', list)) for (const row of rows) {
      place += lengthOf(row)
      if (row.dataset.room || row.ariaPosInSet == place && row.ariaSetSize == size) continue
      row.ariaPosInSet = place
      row.ariaSetSize = size
      row.parentNode.role ||= 'list'
    }
  }
}
// The app has kept the place of the reader, who has scrolled on since it was told: or nearly, because it counted with guessed heights.
function keepPlace(e, row, y, offset, told) {
  const target = one('span[data-scroll-target]', e), way = topOf(row) + e.scrollTop - y - offset
  if (!target || !(Math.abs(topOf(target) - topOf(e) + e.scrollTop - told - way) < Math.abs(way) / 4)) return
  target.remove() // the next one is new
  e.scrollTop = offset + way
}
// Shows a row where it was.
function align([name, rowName, y]) {
  const row = rowName && byID(rowName)
  if (row) (name ? byID(name) : root).scrollTop += topOf(row) - y
}

// What is seen of scroll views. A long list has only the rows around those, and before and after them room for the others.

// By the id of the view: what the server should know, and what it was told
const seen = {__proto__: null}, said = {__proto__: null}
let lookTimer, restTimer, fillTimer, touched, restored, isMoving, aims = '', hoped = 0
// The view that a finger pulls beyond its start, from where, and how far. On a phone the content follows; most browsers stop there.
let pulled, pullAim, pullStart, pull = 0, isDown

// Returns what is seen of a view. The first element says whether rows are missing that will be seen soon.
function extent(e) {
  const across = 'horizontal' in e.dataset, flips = across && getComputedStyle(e).direction == 'rtl'
  // From the side where the rows begin
  const edges = ({left, right, top, bottom}) => flips ? [innerWidth - right, innerWidth - left] : across ? [left, right] : [top, bottom]
  const box = e.getBoundingClientRect(), [low, high] = edges(box)
  const start = Math.max(low, 0), end = Math.min(high, across ? innerWidth : innerHeight), size = end - start
  let first = -1, last = -1, count = 0, near, head, tail, gap, rows = 0
  if (size > 0) for (const row of rowsOf(e)) {
    const [from, to] = edges(row.getBoundingClientRect()), room = +row.dataset.room
    const at = edge => count + Math.max(0, Math.min(room - 1, Math.floor((edge - from) / (to - from) * room))) || count
    if (to > start && from < end) {
      if (first < 0) first = at(start)
      last = at(end)
    }
    if (room) near ||= to > start - 2 * size && from < end + 2 * size
    else {
      if (rows++ && from > head) gap ??= from - tail
      head ??= from
      tail = to
    }
    count += room || 1
  }
  const {overflowX, overflowY} = getComputedStyle(e), itself = across || /auto|scroll/.test(overflowX + overflowY)
  return [near, itself ? Math.abs(e.scrollLeft) : 0, itself ? e.scrollTop : Math.max(-box.top, 0), first, last, rows && (tail - head + (gap || 0)) / rows * 100]
}

// Notes what is seen of a view. Returns whether rows that will be seen soon are missing.
function look(e, wanted, rest) {
  const [near, ...numbers] = extent(e)
  if (e == pulled) numbers[1] -= pull
  // A rest that was not told yet
  const [x, y, , , , , rested] = seen[e.id]?.split(' ') || []
  if (seen[e.id] != said[e.id] && x == Math.round(numbers[0]) && y == Math.round(numbers[1])) rest ||= +rested
  if (fields().some(field => e.contains(field) && !/checkbox|radio|range/.test(field.type) && (field == document.activeElement || field.value != initial(field)))) wanted = -1
  seen[e.id] = [...numbers, wanted, rest, e.dataset.scrolls || 0].map(Math.round).join(' ')
  return near
}

const isNews = (name, count) => seen[name].split(' ', count) + '' != said[name]?.split(' ', count)

// Tells the server what it should know.
function watch(rest = 0, wanted = 0) {
  lookTimer = clearTimeout(lookTimer)
  hoped = Math.max(hoped, wanted)
  if (live.isOver || restored) return
  for (const e of all('[data-seen]')) if (!e.closest('[inert], [hidden]')) {
    const near = look(e, hoped, rest)
    // The first answer may bring other rows.
    if (!(e.id in said) && (near || wanted)) askSoon()
    else if (isNews(e.id, rest || wanted ? 8 : 4) && (near || wanted || touched && (rest || e.dataset.seen)))
      live.queue.some(job => job.look) || enqueue({look: e, still: true})
  }
}

// WebKit scrolls later to where the app scrolled.
function watchSoon() {
  const now = all('[data-scrolls]:has([data-scroll-target])').map(e => e.dataset.scrolls) + ''
  if (now == aims) watch()
  else lookTimer ||= setTimeout(watch, 200)
  aims = now
}

addEventListener('scroll', ({target}) => {
  if (!all('[data-seen]').some(e => target.contains(e))) return
  touched = true
  hoped = 0
  lookTimer ||= setTimeout(watch, 100)
  clearTimeout(restTimer)
  restTimer = setTimeout(settle, 200)
  fillSoon()
}, true)

for (const name of ['wheel', 'touchmove', 'keydown']) addEventListener(name, begins, {passive: true, capture: true})
addEventListener('scrollend', () => isMoving && settle(), true)

addEventListener('touchmove', ({target, touches: [{clientY}]}) => {
  isDown = true
  const e = target.closest?.('[data-seen="all"]')
  // Where the app scrolls, it has taken what was pulled.
  if (e != pulled || e?.scrollTop > 0 || root.scrollTop > 0 || e?.dataset.scrolls != pullAim) [pulled, pullAim, pullStart] = [e, e?.dataset.scrolls, clientY]
  pull = Math.max(0, clientY - pullStart) / 2
  if (e && pull) {
    touched = true
    lookTimer ||= setTimeout(watch, 100)
  }
}, {passive: true, capture: true})
for (const name of ['touchend', 'touchcancel']) addEventListener(name, ({touches}) => {
  pulled = null
  isDown = touches.length > 0
  if (pull) settle()
  else if (isMoving) restTimer ||= setTimeout(settle, 200)
  pull = 0
}, true)

function begins() {
  isMoving = true
  if (!restTimer) return
  clearTimeout(restTimer)
  restTimer = setTimeout(settle, 200)
}

function settle() {
  restTimer = clearTimeout(restTimer)
  // Where the app scrolls under a finger, browsers say that scrolling has ended.
  if (isDown) return
  isMoving = false
  watch(1)
}

// For a search in the page. Most pages are not searched.
function fillSoon() {
  clearTimeout(fillTimer)
  fillTimer = setTimeout(watch, 1500, 1, 300)
}

onbeforeprint = () => {
  const e = one('[data-seen]:has([data-room])')
  if (!e || live.job || live.isOver) return
  look(e, 2000, 1)
  enqueue({look: e, still: true, prints: true}, true)
}

// A page that is loaded again comes back to its rows.
function remember() {
  const views = all('[data-seen]').filter(e => one('[data-room]', e) || e.scrollTop).map(e => {
    const [, row, y, , number] = anchor(e.scrollTop ? e : root)
    return [e.id, seen[e.id], e.scrollTop, number == null && row && e.contains(row) && row.id, y]
  })
  save('tempuraSeen', views.length ? JSON.stringify([here(), views]) : '')
}

function recall() {
  const [url, views = []] = JSON.parse(saved.tempuraSeen || '[]')
  save('tempuraSeen', '')
  if (url != here()) return
  for (const [name, numbers, y] of views) {
    const e = byID(name)
    if (!e) continue
    if (y) e.scrollTop = y
    if (numbers) seen[name] = numbers.replace(/\d+$/, e.dataset.scrolls || 0)
    restored = views
  }
}

function restore() {
  restored.map(([name, , scrolled, ...place]) => align([scrolled && name, ...place]))
  restored = null
}

// Rows of each screen that were in view, and where they were
const positions = {}
const places = () => all('html, [data-scrolls]').filter(e => e.scrollTop).map(anchor)

// The keyboard of a phone, for apps that want to know: how much of the window it covers. Some browsers make the window lower instead.
let keyboard = 0, wide, tall

function measure() {
  tall = innerWidth == wide ? Math.max(tall, innerHeight) : innerHeight
  wide = innerWidth
  const covered = Math.round(tall - visualViewport.height * visualViewport.scale), height = covered > 100 && one('input:focus, textarea:focus') ? covered : 0
  if (height == keyboard || !one('[data-keyboard]') || live.isOver) return
  keyboard = height
  live.queue.some(job => job.look) || enqueue({look: root, still: true})
}
visualViewport.addEventListener('resize', measure)
measure()

addEventListener('keydown', ({key, ctrlKey, metaKey}) => key == 'f' && (ctrlKey || metaKey) && watch(1, 300))
recall()
numberRows()
if (restored) askSoon()
watchSoon()
let left

return {
  changes() {
    const anchors = places(), told = anchors.map(([e]) => [e.scrollTop, said[e.id]?.split(' ')[1]])
    left = anchors.map(([e, row, y, , number]) => [id(e), number == null && row && id(row), y])
    return () => {
      numberRows()
      // Browsers do not keep rows with frames in their place when others come above them, and WebKit keeps none.
      for (const [e, row, y, aim, number] of anchors) if (row?.isConnected && e.dataset.scrolls != aim) keepPlace(e, row, y, ...told.shift())
      else if (told.shift() && row?.isConnected) {
        // It would stop a movement. Then the reader sees no rows, or the browser keeps them.
        if (isMoving && (number != null || root.style.overflowAnchor != null && !row.matches('.placed'))) continue
        const place = number == null ? row : rowAt(row, number), way = number == 1 / 0 ? Math.round(e.scrollHeight - e.clientHeight - e.scrollTop) : place ? topOf(place) - y : 0
        if (way) e.scrollTop += way
      }
    }
  },
  moved(from, back) {
    positions[from] = left
    if (back) positions[back]?.map(align)
  },
  finished(isUnsent) {
    if (restored) restore()
    if (!isUnsent) watchSoon()
  },
  sends(headers) {
    if (one('[data-keyboard]')) headers.Keyboard = keyboard
    // A server that has none of the screens in memory makes these rows.
    headers.Seen = Object.keys(seen).filter(name => byID(name) && (seen[name] != said[name] || one('[data-room]', byID(name))))
      .map(name => encodeURIComponent(name) + ' ' + (said[name] = seen[name])) + ''
  },
  leaves: remember,
}
}

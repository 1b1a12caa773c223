// Moves of a finger that need no server until they end: swipes of rows, sheets, the edge, pulling, reordering. What each of them does,
// a button of the page does, too.
export default live => {
const {all, one, root, enqueue} = live
const isLeftward = e => getComputedStyle(e).direction == 'rtl'

// Presses a button of the page. Afterwards, where the server has refused it, too, `then` takes back what the finger has shown.
let waiting = []
function press(tap, then, more) {
  waiting.push({tap, then})
  enqueue({tap, busy: tap, ...more})
}

// Presses what has no button of its own, such as the move of a row by three.
function pressPart(value, then) {
  const tap = Object.assign(document.createElement('button'), {name: 'tap', value, className: 'unseen', tabIndex: -1, ariaHidden: true})
  one('#screen').append(tap)
  press(tap, () => {
    tap.remove()
    then()
  })
}

// Drags. Each kind is a function that gets where the finger began and how far it is, and returns a drag if it is one.

let start, drag, samples, swallows
const later = (action, ...list) => setTimeout(action, 400, ...list)

addEventListener('touchstart', ({touches, target}) => {
  const [{clientX: x, clientY: y}] = touches
  if (!drag) start = touches.length < 2 && {target, x, y}
}, {passive: true})

addEventListener('touchmove', event => {
  if (!start) return
  const {touches: [{clientX, clientY}], timeStamp: time} = event, x = clientX - start.x, y = clientY - start.y
  if (!drag) {
    if (Math.hypot(x, y) < 4) return
    const isFree = event.cancelable && !event.defaultPrevented && !start.target.closest('input, textarea, select, .menu, [inert]')
    for (const begin of isFree ? [reorder, edge, swipe, sheet, pull] : []) if ((drag = begin(start, x, y))) break
    if (!drag) return start = null
    samples = []
  }
  event.preventDefault()
  samples = [...samples.filter(sample => sample.time > time - 100), {x, y, time}]
  drag.move(x, y)
}, {passive: false})

function end({type, touches}) {
  start = null
  if (!drag || touches.length) return
  const [first, last] = [samples[0], samples.at(-1)], time = Math.max(last.time - first.time, 16), ended = drag
  drag = null
  if (type == 'touchcancel') ended.end(0, 0, 0, 0)
  // Pixels, and pixels per millisecond
  else ended.end(last.x, last.y, (last.x - first.x) / time, (last.y - first.y) / time)
}
addEventListener('touchend', end)
addEventListener('touchcancel', end)

// A touch that closes something or that was held presses nothing.
addEventListener('click', event => {
  if (!swallows) return
  swallows = false
  event.preventDefault()
  event.stopImmediatePropagation()
  closeRow()
}, true)

// Steppers: a held button is pressed again and again, but not faster than the server answers.

let timer
function repeat(step, count) {
  if (step.disabled || !step.isConnected) return
  swallows = true
  if (!step.ariaBusy) enqueue({tap: step, busy: step})
  timer = setTimeout(repeat, count < 5 ? 250 : 100, step, count + 1)
}

addEventListener('pointerdown', ({target, button}) => {
  clearTimeout(timer)
  swallows = false
  const step = target.closest('.UIStepper:not([data-once]) > .step')
  if (step && !button) timer = setTimeout(repeat, 500, step, 0)
  if (opened && !target.closest('.swipe-actions')) {
    // Another swipe may go on from here.
    swallows = true
    if (!opened.row.contains(target)) closeRow()
  }
}, true)
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => clearTimeout(timer))

// Swipes of rows. The actions are copies of the buttons in the menu of the row.

let opened
const actionsOf = (row, isLeading) => all('.menu > .swipe', row).filter(e => e.matches('.leading') == isLeading)

function panelOf(row, isLeading) {
  const side = isLeading ? 'leading' : 'trailing', known = one(`:scope > .swipe-actions.${side}`, row), actions = actionsOf(row, isLeading)
  if (known || !actions[0]) return known
  const panel = Object.assign(document.createElement('div'), {className: 'swipe-actions ' + side, ariaHidden: true})
  panel.append(...actions.map(action => {
    const copy = action.cloneNode(true)
    copy.removeAttribute('id')
    copy.removeAttribute('aria-labelledby')
    copy.tabIndex = -1
    copy.type = 'button'
    copy.onclick = () => act(row, action.value)
    return copy
  }))
  row.append(panel)
  panel.dataset.width = panel.offsetWidth
  return panel
}

// Moves a row to its end, if `x` is above 0, or to its start. Returns whether the first action is about to be done.
function slide(row, x) {
  const panel = panelOf(row, x > 0), width = +panel?.dataset.width, over = Math.abs(x) - width, first = panel?.firstChild
  const isFull = first?.matches('.full') && over > 0 && Math.abs(x) > row.offsetWidth * 0.55
  if (!panel) x = 0
  else if (over > 0 && !first.matches('.full')) x -= Math.sign(x) * over * 0.8
  row.dataset.swiped = ''
  row.style.setProperty('--swipe', (isLeftward(row) ? -x : x) + 'px')
  panel?.style.setProperty('width', Math.abs(x) + 'px')
  panel?.toggleAttribute('data-full', isFull)
  opened = {row, x, width}
  return isFull
}

function closeRow() {
  if (!opened) return
  const {row} = opened
  row.style.setProperty('--swipe', '0px')
  for (const panel of all('.swipe-actions', row)) panel.style.width = 0
  opened = null
  later(() => {
    if (opened?.row == row) return
    delete row.dataset.swiped
    for (const panel of all('.swipe-actions', row)) panel.remove()
  })
}

function act(row, value) {
  const action = all('.menu > .swipe', row).find(e => e.value == value)
  // A row that will be deleted stays as it is until then.
  if (!action?.matches('.destructive')) closeRow()
  if (action) press(action, () => opened?.row == row && closeRow())
}

function swipe({target}, x, y) {
  const row = Math.abs(x) > Math.abs(y) && target.closest('li:has(> .menu > .swipe)')
  const view = target.closest('li [data-scrolls]')
  if (!row || view?.scrollWidth > view?.clientWidth) return
  if (opened?.row != row) closeRow()
  const from = opened?.x || 0, sign = isLeftward(row) ? -1 : 1
  // As on iOS, one of both sides at a time
  const place = x => from ? Math.sign(from) * Math.max(0, Math.sign(from) * (from + x * sign)) : x * sign
  row.dataset.dragged = ''
  return {
    move: x => slide(row, place(x)),
    end(x, y, speed) {
      delete row.dataset.dragged
      const isFull = slide(row, place(x)), {x: now, width} = opened, way = Math.sign(now)
      if (isFull) {
        slide(row, way * row.offsetWidth)
        act(row, actionsOf(row, way > 0)[0].value)
      } else if (way && (Math.abs(speed) > 0.3 ? speed * sign * way > 0 : now * way > width / 2)) slide(row, way * width)
      else closeRow()
    },
  }
}

// The minus of a row shows what a swipe shows.
addEventListener('click', event => {
  const row = event.detail && event.target.closest('.opens-menu.destructive:has(+ .menu > .swipe)')?.closest('li')
  if (!row) return
  event.preventDefault()
  const panel = panelOf(row, false)
  if (panel) slide(row, -panel.dataset.width)
})

const edge = () => {}, sheet = edge, pull = edge, reorder = edge

return {
  finished() {
    const done = waiting.filter(({tap}) => !tap.ariaBusy)
    waiting = waiting.filter(({tap}) => tap.ariaBusy)
    for (const {then} of done) then()
  },
}
}

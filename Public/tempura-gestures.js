// Moves of a finger that need no server until they end: swipes of rows, sheets, the edge, pulling, reordering. What each of them does,
// a button of the page does, too.
export default live => {
const {all, one, root, enqueue, copyOf} = live
// 1, or -1 where texts run from right to left
const signOf = e => getComputedStyle(e).direction == 'rtl' ? -1 : 1
const make = (name, properties) => Object.assign(document.createElement(name), properties)
// Whether an element is scrolled down, or one around it, up to `end`
const isScrolled = (e, end) => e && e != end && (e.scrollTop > 0 || isScrolled(e.parentElement, end))

// Presses a button of the page. Afterwards, where the server has refused it, too, `then` takes back what the finger has shown.
const waiting = new Set
function press(tap, then, more) {
  waiting.add({tap, then})
  enqueue({tap, busy: tap, ...more})
}

// Presses what has no button of its own, such as the move of a row by three.
function pressPart(value, then) {
  const tap = make('button', {name: 'tap', value, className: 'unseen', tabIndex: -1, ariaHidden: true})
  one('#screen').append(tap)
  press(tap, () => {
    tap.remove()
    then()
  })
}

// Drags. Each kind is a function that gets where the finger began and how far it is, and returns a drag if it is one. Its `dragged`
// are the elements under the finger.

let start, drag, samples, swallows
const later = action => setTimeout(action, 400)

addEventListener('touchstart', ({touches, target}) => {
  const [{clientX: x, clientY: y}] = touches
  if (!drag) start = touches.length < 2 && {target, x, y}
  hold = clearTimeout(hold)
  holder = start && !drag && !target.closest('[data-touches], .menu, input') && target.closest(':has(> .more + .menu > :not(.swipe))')
  if (holder) hold = setTimeout(openMenu, 500, holder)
}, {passive: true})

addEventListener('touchmove', event => {
  if (!start) return
  const {touches: [{clientX, clientY}], timeStamp: time} = event, x = clientX - start.x, y = clientY - start.y
  if (!drag) {
    if (Math.hypot(x, y) < 4) return
    hold = clearTimeout(hold)
    const isFree = event.cancelable && !event.defaultPrevented && !start.target.closest('input, textarea, select, .menu, [inert]')
    if (!isFree || ![reorder, edge, swipe, sheet, pull].some(begin => drag = begin(start, x, y))) return start = null
    for (const e of drag.dragged) e.dataset.dragged = ''
    samples = []
  }
  event.preventDefault()
  samples = [...samples.filter(sample => sample.time > time - 100), {x, y, time}]
  drag.move(x, y)
}, {passive: false})

function end({type, touches}) {
  hold = clearTimeout(hold)
  if (touches.length) return
  start = null
  if (!drag) return
  // A finger that is lost is where it began.
  if (type == 'touchcancel') samples = [{x: 0, y: 0, time: 0}]
  const [first] = samples, last = samples.at(-1), time = Math.max(last.time - first.time, 16), ended = drag
  drag = null
  for (const e of ended.dragged) delete e.dataset.dragged
  // Pixels, and pixels per millisecond
  ended.end(last.x, last.y, (last.x - first.x) / time, (last.y - first.y) / time)
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
  swallows = heldMenu = null
  const step = target.closest('.UIStepper:not([data-once]) > .step')
  if (step && !button) timer = setTimeout(repeat, 500, step, 0)
  if (opened && !target.closest('.swipe-actions')) {
    // Another swipe may go on from here.
    swallows = true
    if (!opened.row.contains(target)) closeRow()
  }
}, true)
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => clearTimeout(timer))

// A long press opens the menu of a row or a view.

let hold, holder, heldMenu
function openMenu(host) {
  hold = clearTimeout(hold)
  start = null
  swallows = true
  const menu = one(':scope > .menu', host)
  const open = () => menu.matches(':popover-open') || menu.showPopover({source: host})
  host.dataset.lifted = ''
  open()
  heldMenu = menu
  menu.ontoggle = () => {
    if (menu.matches(':popover-open')) return
    if (heldMenu != menu) return delete host.dataset.lifted
    // The end of the touch has closed it.
    heldMenu = null
    open()
  }
}

// Some browsers end the touch for a menu of their own.
addEventListener('contextmenu', event => {
  if (hold) openMenu(holder)
  if (holder?.matches('[data-lifted]')) event.preventDefault()
})

// Swipes of rows. The actions are copies of the buttons in the menu of the row.

let opened
function panelOf(row, isLeading) {
  const side = isLeading ? '.leading' : ':not(.leading)', known = one(':scope > .swipe-actions' + side, row), actions = all('.menu > .swipe' + side, row)
  if (known || !actions[0]) return known
  const panel = make('div', {className: isLeading ? 'swipe-actions leading' : 'swipe-actions', ariaHidden: true})
  panel.append(...actions.map(action =>
    Object.assign(copyOf(action), {tabIndex: -1, type: 'button', onclick: () => act(row, action)})))
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
  row.style.setProperty('--swipe', x * signOf(row) + 'px')
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

function act(row, action) {
  // A row that will be deleted stays as it is until then.
  if (!action.matches('.destructive')) closeRow()
  press(action, () => opened?.row == row && closeRow())
}

function swipe({target}, x, y) {
  const row = Math.abs(x) > Math.abs(y) && target.closest('li:has(> .menu > .swipe)')
  const view = target.closest('li [data-scrolls]')
  if (!row || view?.scrollWidth > view?.clientWidth) return
  if (opened?.row != row) closeRow()
  const from = opened?.x || 0, sign = signOf(row)
  // As on iOS, one of both sides at a time
  const place = x => (from + x * sign) * from < 0 ? 0 : from + x * sign
  return {
    dragged: [row],
    move: x => slide(row, place(x)),
    end(x, y, speed) {
      const isFull = slide(row, place(x)), {x: now, width} = opened, way = Math.sign(now)
      if (isFull) {
        slide(row, way * row.offsetWidth)
        panelOf(row, way > 0).firstChild.onclick()
      } else if (way && (Math.abs(speed) > 0.3 ? speed * sign * way > 0 : now * way > width / 2)) slide(row, way * width)
      else closeRow()
    },
  }
}

// The minus of a row shows what a swipe shows.
addEventListener('click', event => {
  const row = event.detail && event.target.closest('.opens-menu.destructive:has(+ .menu > .swipe:not(.leading))')?.closest('li')
  if (!row) return
  event.preventDefault()
  slide(row, -panelOf(row, false).dataset.width)
})

// Sheets: dragged between their heights, and away. The page gives the sheet the height; the server is told of it at the end.

function sheet({target}, x, y) {
  const form = Math.abs(y) > Math.abs(x) && target.closest('dialog.sheet > #screen')
  if (!form) return
  const dialog = form.parentNode, panel = one(':scope > :not(button)', form)
  if (!panel.contains(target) && !target.closest('.grabber')) return
  const points = parseFloat(getComputedStyle(root).fontSize), large = innerHeight - 3.25 * points, from = panel.offsetHeight
  const heights = dialog.dataset.detents?.split(' ').map(word =>
    word == 'large' ? large : word == 'medium' ? innerHeight / 2 : Math.min(parseFloat(word) * points, large)) || [from]
  const least = Math.min(...heights), most = Math.max(...heights)
  // Content scrolls first, and on its way up after the sheet is as high as it gets.
  if (y > 0 ? isScrolled(target, form) : from > most - 2) return
  const closes = one(':scope > .outside', form), isFree = closes?.matches(':not([data-cancels])')
  // How far it follows beyond its heights
  const limited = height => height > most ? most + (height - most) / 8 : height < least && !isFree ? least - (least - height) / 4 : height
  const show = height => {
    if (heights[1]) dialog.style.paddingBlockStart = innerHeight - Math.max(height, least) + 'px'
    form.style.translate = `0 ${Math.max(least - height, 0)}px`
    dialog.style.setProperty('--dim', Math.min(height / least, 1))
  }
  const reset = () => {
    delete dialog.dataset.high
    dialog.style.paddingBlockStart = form.style.translate = ''
    dialog.style.setProperty('--dim', '')
  }
  form.getAnimations().map(animation => animation.cancel())
  dialog.dataset.high = ''
  return {
    dragged: [dialog],
    move: (x, y) => show(limited(from - y)),
    end(x, y, across, speed) {
      // Where it would come to rest
      const goal = from - y - Math.max(-2, Math.min(speed, 2)) * 100
      const [height] = [0, ...heights].sort((one, other) => Math.abs(one - goal) - Math.abs(other - goal)), isAway = !height && y > 20
      if (isAway && isFree) {
        show(0)
        return press(closes, reset)
      }
      const chosen = height || least, isNew = Math.abs(chosen - from) > 2
      show(chosen)
      if (isNew && heights[1]) return pressPart(`${one('.grabber', form).value}-${heights.indexOf(chosen)}`, reset)
      reset()
      if (isAway && closes) press(closes, () => {})
    },
  }
}

// The edge: a drag from it goes back, with the screen below as it was when it was left. Safari has such a gesture of its own.

const below = [], hasEdge = navigator.maxTouchPoints && !window.GestureEvent
const partsOf = view => [view, ...all('*', view)]

// Returns what shows a screen in a box as it is now.
function noteScreen(view) {
  const scrolled = partsOf(view).map(({scrollTop, scrollLeft}) => [scrollTop, scrollLeft])
  const copy = copyOf(view), top = view.closest('dialog') ? 0 : root.scrollTop
  return box => {
    box.append(copy)
    for (const [i, e] of partsOf(copy).entries()) if (scrolled[i]?.some(Boolean)) [e.scrollTop, e.scrollLeft] = scrolled[i]
    box.scrollTop = top
  }
}

function edge({target, x: from}, x, y) {
  const back = one('#screen .UINavigationBar .BackButton:enabled'), view = back?.closest('.UINavigationView')
  if (!view?.contains(target) || !hasEdge || 'edgeless' in view.dataset) return
  const place = view.getBoundingClientRect(), {left, right, width} = place, sign = signOf(view), {depth} = live
  if ((sign > 0 ? from - left : right - from) > 30 || x * sign <= Math.abs(y)) return
  const box = make('div', {className: 'screen-below', inert: true})
  if (view.closest('dialog')) for (const side of ['left', 'top', 'width', 'height']) box.style[side] = place[side] + 'px'
  view.after(box)
  below[depth]?.[view.id]?.(box)
  const show = way => {
    view.style.translate = way * sign + 'px'
    box.style.setProperty('--left', 1 - way / width)
    box.firstChild?.style.setProperty('translate', (way - width) * 0.33 * sign + 'px')
  }
  const reset = () => {
    view.style.translate = view.style.zIndex = ''
    delete view.dataset.edge
    delete root.dataset.edge
    box.remove()
  }
  const settle = () => {
    if (live.depth < depth) return reset()
    show(0)
    later(reset)
  }
  view.style.zIndex = 1
  view.dataset.edge = root.dataset.edge = ''
  return {
    dragged: [view, box],
    move: x => show(Math.max(x * sign, 0)),
    end(x, y, speed) {
      if (x * sign < 10 || (Math.abs(speed) > 0.2 ? speed * sign < 0 : x * sign < width / 2)) return settle()
      show(width)
      // The server may have gone back meanwhile.
      setTimeout(() => live.depth < depth ? settle() : press(back, settle, {still: true}), 250)
    },
  }
}

// Pulling refreshes. The spinner stays while the server works.

function pull({target}, x, y) {
  const control = y > Math.abs(x) && all('.UIRefreshControl:not([aria-busy], [inert])').find(e => e.parentNode.contains(target))
  const button = control && one('button:enabled', control)
  if (!button || isScrolled(target)) return
  const show = height => {
    control.style.setProperty('--pulled', height + 'px')
    control.style.setProperty('--turned', Math.min(height / 60, 1))
  }
  const reset = () => {
    delete control.dataset.pulled
    control.style.setProperty('--pulled', '')
  }
  let isDone
  control.dataset.pulled = ''
  return {
    dragged: [control],
    move(x, y) {
      const height = Math.max(y, 0) ** 0.85
      show(height)
      // As on iOS, before the finger leaves
      if (isDone || height < 60) return
      isDone = true
      press(button, () => drag || reset())
    },
    end() {
      if (isDone && button.ariaBusy) show(60)
      else reset()
    },
  }
}

// Rows are dragged by their handles. Others make room.

function reorder({target}, x, y) {
  const row = target.closest('.reorder')?.closest('li'), list = row?.closest('.UITableView, .UICollectionView')
  if (!list) return
  // What the row goes past, step by step: rows, and in tables the starts of sections
  const isTable = list.matches('.UITableView'), stops = all(isTable ? 'li:not([data-room]), .section' : 'li', isTable ? list : row.parentNode)
  const at = stops.indexOf(row), edges = stops.map(e => e.getBoundingClientRect()), {top, height} = edges[at]
  const view = list.closest('.placed[data-scrolls]') || root, scrolled = view.scrollTop
  let steps = 0
  const show = way => {
    steps = 0
    for (const [i, e] of stops.entries()) {
      // Its own section is a step on the way up, and the next one on the way down.
      const step = Math.sign(i - at), isRow = e.matches('li'), point = edges[i].top + (isRow ? edges[i].height / 2 : 0)
      const isPassed = step < 0 ? top + way < point : top + height + way > point
      if (isPassed) steps += step
      if (isRow) e.style.translate = isPassed ? `0 ${-step * height}px` : ''
    }
    row.style.translate = `0 ${way}px`
  }
  const reset = () => {
    delete list.dataset.reorders
    delete row.dataset.lifted
    for (const e of stops) e.style.translate = ''
  }
  row.dataset.lifted = list.dataset.reorders = ''
  return {
    dragged: [row],
    move(x, y) {
      const finger = start.y + y, pace = finger < 100 ? -10 : finger > innerHeight - 60 ? 10 : 0
      if (pace) view.scrollTop += pace
      show(y + view.scrollTop - scrolled)
    },
    end(x, y) {
      if (!y) steps = 0
      if (!steps) {
        show(0)
        return later(reset)
      }
      const passed = (steps < 0 ? stops.slice(at + steps, at) : stops.slice(at + 1, at + 1 + steps)).filter(e => e.matches('li'))
      row.style.translate = `0 ${Math.sign(steps) * passed.reduce((sum, e) => sum + e.offsetHeight, 0)}px`
      pressPart(one(`[value$=".row-${steps < 0 ? 'up' : 'down'}"]`, row).value + '-' + Math.abs(steps), reset)
    },
  }
}

return {
  changes({moves}) {
    const {depth} = live, left = moves && hasEdge && Object.fromEntries(all('#screen .UINavigationView[id]').map(view => [view.id, noteScreen(view)]))
    return () => {
      if (live.depth > depth) below[live.depth] = left
    }
  },
  finished() {
    for (const each of waiting) if (!each.tap.ariaBusy) {
      waiting.delete(each)
      each.then()
    }
  },
}
}

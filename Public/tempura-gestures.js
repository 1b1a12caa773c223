// Moves of a finger that need no server until they end: swipes of rows, sheets, the edge, pulling, reordering. What each of them does,
// a button of the page does, too.
export default live => {
const {all, one, root, enqueue, copyOf} = live
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
    for (const begin of isFree ? [reorder, edge, swipe, sheet, pull] : []) if ((drag = begin(start, x, y))) break
    if (!drag) return start = null
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

// A long press opens the menu of a row or a view.

let hold, holder
function openMenu(host) {
  hold = clearTimeout(hold)
  start = null
  swallows = true
  const menu = one(':scope > .menu', host)
  function open() {
    host.dataset.lifted = ''
    menu.matches(':popover-open') || menu.showPopover({source: host})
  }
  open()
  // The end of the touch would close it.
  const again = ({newState}) => newState == 'closed' && over(open)
  const over = action => (menu.removeEventListener('toggle', again), action?.())
  menu.addEventListener('toggle', again)
  addEventListener('pointerdown', () => over(), {once: true, capture: true})
  menu.ontoggle = () => menu.matches(':popover-open') || delete host.dataset.lifted
}

// Some browsers end the touch for a menu of their own.
addEventListener('contextmenu', event => {
  if (hold) openMenu(holder)
  if (holder?.matches('[data-lifted]')) event.preventDefault()
})

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

// Sheets: dragged between their heights, and away. The page gives the sheet the height; the server is told of it at the end.

function heightsOf(dialog, panel) {
  const points = parseFloat(getComputedStyle(root).fontSize), most = innerHeight - 3.25 * points
  const height = word => word == 'large' ? most : word == 'medium' ? innerHeight / 2 : Math.min(parseFloat(word) * points, most)
  return dialog.dataset.detents?.split(' ').map(height) || [panel.offsetHeight]
}

function sheet({target}, x, y) {
  const form = Math.abs(y) > Math.abs(x) && target.closest('dialog.sheet > #screen')
  if (!form) return
  const dialog = form.parentNode, panel = one(':scope > :not(button)', form)
  if (!panel.contains(target) && !target.closest('.grabber')) return
  const heights = heightsOf(dialog, panel), from = panel.offsetHeight, least = Math.min(...heights), most = Math.max(...heights)
  // Content scrolls first, and on its way up after the sheet is as high as it gets.
  for (let e = target; y > 0 && e != form; e = e.parentNode) if (e.scrollTop > 0) return
  if (y < 0 && from > most - 2) return
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
    dialog.style.removeProperty('--dim')
  }
  form.getAnimations().map(animation => animation.cancel())
  dialog.dataset.dragged = dialog.dataset.high = ''
  return {
    move: (x, y) => show(limited(from - y)),
    end(x, y, across, speed) {
      delete dialog.dataset.dragged
      // Where it would come to rest
      const goal = limited(from - y) - Math.max(-2, Math.min(speed, 2)) * 100, near = (best, height) => Math.abs(height - goal) < Math.abs(best - goal) ? height : best
      const height = heights.reduce(near, 0), isAway = !height && y > 20
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

const below = []
const navigations = () => all('#screen .UINavigationView').filter(e => e.id)

function noteScreen(view) {
  const scrolled = [view, ...all('*', view)].map(({scrollTop, scrollLeft}) => [scrollTop, scrollLeft])
  return {copy: copyOf(view), scrolled, top: view.closest('dialog') ? 0 : root.scrollTop}
}

function showBelow(view, known) {
  const box = document.createElement('div'), {left, top, width, height} = view.getBoundingClientRect()
  box.className = 'screen-below'
  box.inert = true
  Object.assign(box.style, view.closest('dialog') ? {left: left + 'px', top: top + 'px', width: width + 'px', height: height + 'px'} : {})
  view.after(box)
  if (!known) return box
  const {copy, scrolled} = known
  box.append(copy)
  for (const [i, e] of [copy, ...all('*', copy)].entries()) if (scrolled[i]?.some(Boolean)) [e.scrollTop, e.scrollLeft] = scrolled[i]
  box.scrollTop = known.top
  return box
}

function edge({target, x: from}, x, y) {
  const back = one('#screen .UINavigationBar .BackButton:enabled'), view = back?.closest('.UINavigationView')
  if (!view?.contains(target) || window.GestureEvent || 'edgeless' in view.dataset) return
  const {left, right, width} = view.getBoundingClientRect(), sign = isLeftward(view) ? -1 : 1, {depth} = live
  if ((sign > 0 ? from - left : right - from) > 30 || x * sign <= Math.abs(y)) return
  const box = showBelow(view, below[depth]?.[view.id])
  const show = way => {
    view.style.translate = way * sign + 'px'
    box.style.setProperty('--left', 1 - way / width)
    box.firstChild?.style.setProperty('translate', (way / width - 1) * 0.33 * width * sign + 'px')
  }
  const reset = () => {
    view.style.translate = view.style.zIndex = ''
    delete view.dataset.edge
    delete root.dataset.edge
    box.remove()
  }
  const goBack = () => {
    show(0)
    later(reset)
  }
  view.style.zIndex = 1
  view.dataset.edge = view.dataset.dragged = box.dataset.dragged = root.dataset.edge = ''
  return {
    move: x => show(Math.max(x * sign, 0)),
    end(x, y, speed) {
      delete view.dataset.dragged
      delete box.dataset.dragged
      if (x * sign < 10 || (Math.abs(speed) > 0.2 ? speed * sign < 0 : x * sign < width / 2)) return goBack()
      show(width)
      setTimeout(() => press(back, () => live.depth < depth ? reset() : goBack(), {still: true}), 250)
    },
  }
}

// Pulling refreshes. The spinner stays while the server works.

function pull({target}, x, y) {
  const control = y > Math.abs(x) && all('.UIRefreshControl:not([aria-busy])').find(e => e.parentNode.contains(target) && !e.closest('[inert]'))
  const button = control && one('button:enabled', control)
  if (!button) return
  for (let e = target; e; e = e.parentElement) if (e.scrollTop > 0) return
  const show = height => {
    control.style.setProperty('--pulled', height + 'px')
    control.style.setProperty('--turned', Math.min(height / 60, 1))
  }
  const reset = () => {
    delete control.dataset.pulled
    control.style.removeProperty('--pulled')
  }
  let isDone
  control.dataset.pulled = control.dataset.dragged = ''
  return {
    move(x, y) {
      const height = Math.max(y, 0) ** 0.85
      show(height)
      // As on iOS, before the finger leaves
      if (isDone || height < 60) return
      isDone = true
      press(button, () => drag || reset())
    },
    end() {
      delete control.dataset.dragged
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
  // Its own section is a step on the way up, and the next one on the way down.
  const isPassed = (i, middle) => {
    const {top, height} = edges[i], point = stops[i].matches('li') ? top + height / 2 : top
    return i < at ? middle < point : middle > point
  }
  const view = list.closest('.placed[data-scrolls]') || root, scrolled = view.scrollTop
  let steps = 0
  const show = way => {
    const middle = top + height / 2 + way
    steps = 0
    for (const [i, e] of stops.entries()) {
      const passed = i != at && isPassed(i, i < at ? middle - height / 2 : middle + height / 2)
      if (passed) steps += i < at ? -1 : 1
      if (e != row && e.matches('li')) e.style.translate = passed ? `0 ${i < at ? height : -height}px` : ''
    }
    row.style.translate = `0 ${way}px`
  }
  const reset = () => {
    delete list.dataset.reorders
    delete row.dataset.lifted
    for (const e of stops) e.style.translate = ''
  }
  row.dataset.lifted = row.dataset.dragged = list.dataset.reorders = ''
  let last
  return {
    move(x, y) {
      const finger = start.y + y, pace = finger < 100 ? -10 : finger > innerHeight - 60 ? 10 : 0
      if (pace) view.scrollTop += pace
      last = y + view.scrollTop - scrolled
      show(last)
    },
    end(x, y) {
      delete row.dataset.dragged
      if (!y) steps = 0
      if (!steps) {
        show(0)
        return later(reset)
      }
      const passed = stops.filter((e, i) => i != at && e.matches('li') && (steps < 0 ? i >= at + steps && i < at : i > at && i <= at + steps))
      row.style.translate = `0 ${Math.sign(steps) * passed.reduce((sum, e) => sum + e.offsetHeight, 0)}px`
      pressPart(one(`[value$=".row-${steps < 0 ? 'up' : 'down'}"]`, row).value + '-' + Math.abs(steps), reset)
    },
  }
}

let left
return {
  changes({moves}) {
    const {depth} = live
    if (moves) left = Object.fromEntries(navigations().map(view => [view.id, noteScreen(view)]))
    return () => {
      if (live.depth > depth) below[live.depth] = left
    }
  },
  finished() {
    const done = waiting.filter(({tap}) => !tap.ariaBusy)
    waiting = waiting.filter(({tap}) => tap.ariaBusy)
    for (const {then} of done) then()
  },
}
}

// Plays what the server animates: docs/reference/live-protocol.md
export default ({all, byID, copyOf, root, texts}) => {
const calm = matchMedia('(prefers-reduced-motion: reduce)')

// Frames with the names of CSS. Who wants no movement sees the new place at once, and colours change as for all.
const still = /^(translate|transform|rotate|scale|width|height|--stop)/
const named = frame => Object.fromEntries(Object.entries(frame)
  .filter(([name, value]) => value != null && !(calm.matches && still.test(name)))
  .map(([name, value]) => [name.startsWith('--') ? name : name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), value]))

function play(e, frames, {ms, delay = 0, easing = 'cubic-bezier(0.42, 0, 0.58, 1)', times = 1, back, fill = 'backwards', adds}) {
  return e.animate(frames.map(named), {
    duration: ms, delay, easing, fill,
    iterations: times ? times * (back ? 2 : 1) : Infinity,
    direction: back ? 'alternate' : 'normal',
    composite: adds ? 'add' : 'replace',
  })
}

// Moves an element from where it was. Several moves add up, so that none jumps.
const move = (e, from, block) => play(e, [{translate: from}, {translate: '0 0'}], {...block, adds: true})

const boxOf = e => e.getBoundingClientRect()

// A picture of an element that has gone or looks otherwise now. It is over what is there. As it is inert, it takes no touch, and
// nothing reads it out.
function picture(e, parent, {left, top, width, height}, next) {
  const ghost = copyOf(e)
  // Also of a row without an id: it is none of the rows that are there.
  ghost.dataset.ghost = e.id
  ghost.inert = true
  Object.assign(ghost.style, {position: 'absolute', margin: 0, left: 0, top: 0, width: width + 'px', height: height + 'px'})
  // Neither the first nor the last child, which may look otherwise.
  parent.insertBefore(ghost, next || parent.lastElementChild)
  const box = boxOf(ghost)
  ghost.style.left = left - box.left + 'px'
  ghost.style.top = top - box.top + 'px'
  return ghost
}
function leave(ghost, frame, block) {
  const animation = play(ghost, [{}, frame], {...block, fill: 'both'})
  animation.onfinish = () => ghost.remove()
  return animation
}

const isSeen = ({top, bottom, left, right}) => bottom > -innerHeight && top < 2 * innerHeight && right > 0 && left < innerWidth && bottom > top
const boxes = elements => new Map(elements.map(e => [e, boxOf(e)]).filter(([, box]) => isSeen(box)).slice(0, 400))

// Returns how to move what has another place now: each element without the way of what it is in, and once in a patch.
function moves(before, block, isFirst) {
  const ways = new Map
  for (const [e, box] of before) if (e.isConnected) {
    const now = boxOf(e)
    ways.set(e, [box.left - now.left, box.top - now.top])
  }
  return () => {
    for (const [e, [x, y]] of ways) {
      let outer = e.parentElement
      while (outer && !ways.has(outer)) outer = outer.parentElement
      const [dx, dy] = ways.get(outer) || [0, 0]
      if (Math.abs(x - dx) + Math.abs(y - dy) > 0.5 && isFirst(e)) move(e, `${x - dx}px ${y - dy}px`, block)
    }
  }
}

// How rows come and go
const sides = {left: {translate: '-100% 0'}, right: {translate: '100% 0'}, top: {translate: '0 -100%'}, bottom: {translate: '0 100%'}}
const coming = kind => ({opacity: 0, ...sides[kind]})
const rowsIn = list => all('li', list)

// The animations of animators by their keys: elements, from where, and how
const animators = {__proto__: null}

function command({key, seek, eases, run, ms, easing, stop}) {
  const list = animators[key] || []
  if (stop) {
    for (const {e, animation} of list) {
      animation.cancel()
      if (e.dataset.ghost) e.remove()
    }
    delete animators[key]
  }
  for (const one of list) {
    const {e, from = {}, adds, animation} = one, {duration, delay} = animation.effect.getTiming()
    if (seek != null) {
      animation.pause()
      if (!eases) animation.effect.updateTiming({easing: 'linear'})
      animation.currentTime = seek * (delay + duration)
    }
    if (run) {
      const {onfinish} = animation, left = 1 - (animation.effect.getComputedTiming().progress ?? 1), style = getComputedStyle(e)
      const part = name => adds ? from[name].replace(/-?[\d.]+/g, length => length * left) : style[name]
      const now = Object.fromEntries(Object.keys(from).map(name => [name, part(name)]))
      animation.cancel()
      const end = run < 0 ? from : one.to || (adds ? {translate: '0 0'} : {})
      one.animation = play(e, [now, end], {ms, easing, adds, fill: 'both'})
      // A screen that comes back is there with the next patch.
      if (run > 0) one.animation.onfinish = onfinish
    }
  }
}

// What elements play because their markup says so
const playing = new Map

function playMarkup() {
  for (const e of new Set([...playing.keys(), ...all('[data-plays]')])) {
    const old = playing.get(e) || new Map, now = new Map
    for (const one of JSON.parse(e.isConnected && e.dataset.plays || '[]')) {
      const text = JSON.stringify(one)
      now.set(text, now.get(text) || old.get(text) || play(e, one.frames, one))
      old.delete(text)
    }
    for (const animation of old.values()) animation.cancel()
    if (now.size) playing.set(e, now)
    else playing.delete(e)
  }
}

// Notes how things are before a patch. Returns what measures them after it, which returns functions that start the animations.
function prepare(block, isFirst) {
  const {key, from = {}, frames = {}, rows = {}, faces = [], flows, leaves, gone = [], scrolls = []} = block
  // Some values only the page knows.
  for (const name in from) {
    const e = byID(name), values = from[name], style = e && getComputedStyle(e)
    for (const property in values) values[property] ??= style?.[property]
  }
  const isThere = ([name]) => byID(name)
  const lists = Object.entries(rows).filter(isThere).map(([name, kind]) => {
    const list = byID(name), old = rowsIn(list)
    return [list, kind, boxes(old), new Map(old.map(e => [e, e.parentNode]))]
  })
  const pictures = faces.filter(isThere).map(([name, ...face]) => [byID(name).cloneNode(true), boxOf(byID(name)), ...face])
  const [leaving, other, isInFront] = leaves || [], left = leaving && byID(leaving), screenBox = left && boxOf(left)
  // Its element may become that of the other one.
  const screen = left && leaving == other ? left.cloneNode(true) : left, wasModal = left?.closest('dialog')
  const around = flows && !leaves && boxes(all('.UIWindow [id], .UIWindow li'))
  // It scrolls itself, or the page does in its place.
  const scrollers = scrolls[0] && !calm.matches ? [...scrolls.map(byID), root].filter(e => e).map(e => [e, e.scrollLeft, e.scrollTop]) : []
  return () => {
    const starts = []
    for (const [e, x, y] of scrollers) {
      const left = e.scrollLeft, top = e.scrollTop
      if (left == x && top == y) continue
      const free = e.animate({scrollSnapType: ['none', 'none']}, 1e9)
      e.scrollTo({left: x, top: y, behavior: 'instant'})
      starts.push(() => {
        e.scrollTo({left, top, behavior: 'smooth'})
        setTimeout(() => free.cancel(), 1000)
      })
    }
    if (around) starts.push(moves(around, block, isFirst))
    for (const [list, kind, before, parents] of lists) {
      if (!around) starts.push(moves(before, block, isFirst))
      const fresh = rowsIn(list).filter(e => !parents.has(e) && isSeen(boxOf(e)))
      starts.push(() => {
        for (const e of fresh) if (isFirst(e)) play(e, [coming(kind), {}], block)
        for (const [e, box] of before) if (!e.isConnected && isFirst(e)) {
          const parent = parents.get(e)
          leave(picture(e, parent.isConnected ? parent : list, box), coming(kind), block)
        }
      })
    }
    const keep = animation => key && (animators[key] ||= []).push(animation), lasting = {...block, fill: 'both'}
    starts.push(() => {
      for (const [name, {move: way, ...values}] of Object.entries(from)) {
        const e = byID(name)
        if (!e) continue
        if (way && !calm.matches) keep({e, from: {translate: way}, adds: true, animation: move(e, way, key ? lasting : block)})
        const frame = named(values)
        if (Object.keys(frame).length) keep({e, from: frame, animation: play(e, [frame, {}], key ? lasting : block)})
        else if (way && calm.matches) play(e, [{opacity: 0}, {}], {ms: 200})
      }
      if (screen && byID(other)) {
        const e = byID(other), next = isInFront ? e.nextSibling : e
        const ghost = picture(screen, wasModal ? byID('screen') : e.parentNode, screenBox, !wasModal && next)
        // In front of bars, if it was
        ghost.style.zIndex = wasModal ? 19 : isInFront ? 9 : 'auto'
        keep({e: ghost, animation: leave(ghost, {}, block)})
      }
      for (const [name, property, [now, then]] of gone) {
        // The picture of a screen that has left
        const e = all('[data-ghost]').findLast(e => e.dataset.ghost == name), way = property == 'move' ? 'translate' : property, from = {[way]: now}, to = {[way]: then}
        if (e) keep({e, from, to, animation: play(e, [from, to], lasting)})
      }
      for (const name in frames) if (byID(name)) play(byID(name), frames[name], block)
      for (const [old, box, other, kind] of pictures) turn(old, box, byID(other), kind)
    })
    return starts
  }

  function turn(old, box, e, kind) {
    if (!e) return
    const ghost = picture(old, e.parentNode, box)
    const axis = {left: '0, 1', right: '0, -1', top: '1, 0', bottom: '-1, 0'}[kind]
    if (!axis || calm.matches) {
      // What is opaque is there below the picture, which fades.
      if (![e, ...e.children].some(e => /^rgb\(|^color/.test(getComputedStyle(e).backgroundColor))) play(e, [{opacity: 0}, {}], block)
      return leave(ghost, {opacity: 0}, block)
    }
    const turned = angle => `perspective(60rem) rotate3d(${axis}, 0, ${angle}deg)`, half = {...block, ms: block.ms / 2}
    leave(ghost, {transform: turned(90)}, {...half, easing: 'ease-in'})
    play(e, [{transform: turned(-90)}, {transform: turned(0)}], {...half, delay: (block.delay || 0) + half.ms, easing: 'ease-out'})
  }
}

function start(motion) {
  // What takes no time is not animated, unless an animator may go back.
  const moved = new Set, isFirst = e => !moved.has(e) && moved.add(e)
  const measures = motion.filter(({ms, key, run}) => ms >= (key ? 0 : 1) && !run).map(block => prepare(block, isFirst))
  return () => {
    for (const begin of measures.flatMap(measure => measure())) begin()
    motion.map(command)
    playMarkup()
  }
}

start(JSON.parse(texts.opening || '[]'))()

return {changes: ({motion = []}) => start(motion)}
}

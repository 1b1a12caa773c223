// Plays what the server animates: docs/reference/live-protocol.md
export default ({all, byID, copyOf, texts}) => {
const calm = matchMedia('(prefers-reduced-motion: reduce)')

// Frames with the names of CSS. Who wants no movement sees the new place at once, and colours change as for all.
const still = /^(translate|transform|rotate|scale|width|height|--stop)/
const named = frame => Object.fromEntries(Object.entries(frame)
  .filter(([name, value]) => value != null && !(calm.matches && still.test(name)))
  .map(([name, value]) => [name.startsWith('--') ? name : name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), value]))

function play(e, frames, {ms, delay = 0, easing = 'cubic-bezier(0.42, 0, 0.58, 1)', times = 1, back, fill = 'backwards', adds}) {
  const timing = {
    duration: ms, delay, easing, fill,
    iterations: times ? times * (back ? 2 : 1) : Infinity,
    direction: back ? 'alternate' : 'normal',
    composite: adds ? 'add' : 'replace',
  }
  frames = frames.map(named)
  try {
    return e.animate(frames, timing)
  } catch {
    // A browser before 2024 knows no springs.
    return e.animate(frames, {...timing, easing: 'ease-out'})
  }
}

// Moves an element from where it was. Several moves add up, so that none jumps.
const move = (e, from, block) => play(e, [{translate: from}, {translate: '0 0'}], {...block, adds: true})

// A picture of an element that has gone or looks otherwise now. It is over what is there, and takes no touch.
function picture(e, parent, {left, top, width, height}, next) {
  const ghost = copyOf(e)
  ghost.dataset.ghost = e.id
  ghost.inert = true
  ghost.ariaHidden = true
  Object.assign(ghost.style, {position: 'absolute', margin: 0, left: 0, top: 0, width: width + 'px', height: height + 'px', pointerEvents: 'none'})
  // Neither the first nor the last child, which may look otherwise.
  parent.insertBefore(ghost, next || parent.lastElementChild)
  const box = ghost.getBoundingClientRect()
  ghost.style.left = left - box.left + 'px'
  ghost.style.top = top - box.top + 'px'
  return ghost
}
// Pictures of screens that have left, by their ids
const screens = {}

function leave(ghost, frame, block) {
  const animation = play(ghost, [{}, frame], {...block, fill: 'both'})
  animation.onfinish = () => ghost.remove()
  return animation
}

const boxOf = e => e.getBoundingClientRect()
const isSeen = ({top, bottom, left, right}) => bottom > -innerHeight && top < 2 * innerHeight && right > 0 && left < innerWidth && bottom > top
const boxes = elements => {
  const seen = []
  for (const e of elements) {
    const box = boxOf(e)
    if (isSeen(box)) seen.push([e, box])
    if (seen.length == 400) break
  }
  return new Map(seen)
}

// Returns how to move what has another place now: each element without the way of what it is in, and once in a patch.
function moves(before, block, moved) {
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
      if (Math.abs(x - dx) + Math.abs(y - dy) < 0.5 || moved.has(e)) continue
      moved.add(e)
      move(e, `${x - dx}px ${y - dy}px`, block)
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
      animation.currentTime = delay + seek * duration
    }
    if (run) {
      const {onfinish} = animation, left = 1 - (animation.effect.getComputedTiming().progress ?? 1), style = getComputedStyle(e)
      const part = name => adds ? from[name].split(' ').map(length => +length == 0 ? 0 : `calc(${length} * ${left})`).join(' ') : style[name]
      const now = Object.fromEntries(Object.keys(from).map(name => [name, part(name)]))
      animation.cancel()
      const end = run < 0 ? from : one.to || (adds ? {translate: '0 0'} : {})
      one.animation = play(e, [{offset: 0, ...now}, {offset: 1, ...end}], {ms, easing, adds, fill: 'both'})
      // A screen that comes back is there with the next patch.
      if (run > 0) one.animation.onfinish = onfinish
    }
  }
}

// What elements play because their markup says so
const playing = new Map

function playMarkup() {
  for (const e of all('[data-plays]')) {
    const old = playing.get(e) || new Map, now = new Map
    for (const one of JSON.parse(e.dataset.plays)) {
      const text = JSON.stringify(one)
      if (now.has(text)) continue
      now.set(text, old.get(text) || play(e, one.frames, one))
      old.delete(text)
    }
    for (const animation of old.values()) animation.cancel()
    playing.set(e, now)
  }
  for (const [e, list] of playing) if (!e.isConnected || !e.dataset.plays) {
    for (const animation of list.values()) animation.cancel()
    playing.delete(e)
  }
}

// Notes how things are before a patch. Returns what measures them after it, which returns what starts the animations.
function prepare(block, moved) {
  const {key, from = {}, frames = {}, rows = {}, faces = [], flows, leaves, gone = [], scrolls = []} = block
  if (!block.ms && !key) return () => () => {}
  // Values that only the page knows
  const known = Object.entries(from).map(([name, values]) => {
    const e = byID(name), style = e && getComputedStyle(e), now = {}
    for (const property in values) {
      const [camel] = Object.keys(named({[property]: ''}))
      if (camel && style && values[property] == null) now[property] = style[camel]
    }
    return [name, {...values, ...now}]
  })
  const lists = Object.entries(rows).map(([name, kind]) => {
    const list = byID(name)
    return list && [list, kind, boxes(rowsIn(list)), new Map(rowsIn(list).map(e => [e, e.parentNode]))]
  }).filter(list => list)
  const pictures = faces.map(([name, other, kind]) => {
    const e = byID(name)
    return e && [e.cloneNode(true), boxOf(e), other, kind]
  }).filter(face => face)
  const [leaving, other, isInFront] = leaves || [], left = leaving && byID(leaving), screenBox = left && boxOf(left)
  // Its element may become that of the other one.
  const screen = left && leaving == other ? left.cloneNode(true) : left
  const around = flows && !leaves && boxes(all('.UIWindow [id], .UIWindow li'))
  // It scrolls itself, or the page does in its place.
  const scrollers = calm.matches || !scrolls.length ? [] : [...scrolls.map(byID), document.documentElement].filter(e => e).map(e => [e, e.scrollLeft, e.scrollTop])
  return () => {
    const starts = []
    for (const [e, x, y] of scrollers) {
      const left = e.scrollLeft, top = e.scrollTop
      if (left == x && top == y) continue
      const free = e.animate([{scrollSnapType: 'none'}, {scrollSnapType: 'none'}], {duration: 1e9})
      e.scrollTo({left: x, top: y, behavior: 'instant'})
      starts.push(() => {
        e.scrollTo({left, top, behavior: 'smooth'})
        setTimeout(() => free.cancel(), 1000)
      })
    }
    if (around) starts.push(moves(around, block, moved))
    for (const [list, kind, before, parents] of lists) {
      if (!around) starts.push(moves(before, block, moved))
      const fresh = rowsIn(list).filter(e => !parents.has(e) && isSeen(boxOf(e)))
      starts.push(() => {
        for (const e of fresh) if (!moved.has(e)) {
          moved.add(e)
          play(e, [coming(kind), {}], block)
        }
        for (const [e, box] of before) if (!e.isConnected && !moved.has(e)) {
          moved.add(e)
          const parent = parents.get(e)
          leave(picture(e, parent.isConnected ? parent : list, box), coming(kind), block)
        }
      })
    }
    const keep = animation => key && (animators[key] ||= []).push(animation)
    starts.push(() => {
      for (const [name, {move: way, ...values}] of known) {
        const e = byID(name)
        if (!e) continue
        const lasting = key ? {...block, fill: 'both'} : block
        if (way && !calm.matches) keep({e, from: {translate: way}, adds: true, animation: move(e, way, lasting)})
        const frame = named(values)
        if (Object.keys(frame).length) keep({e, from: frame, animation: play(e, [{offset: 0, ...values}], lasting)})
        else if (way && calm.matches) play(e, [{opacity: 0}, {}], {ms: 200})
      }
      if (screen && byID(other)) {
        const e = byID(other), ghost = picture(screen, e.parentNode, screenBox, isInFront ? e.nextSibling : e)
        ghost.style.zIndex = isInFront ? 9 : 'auto'
        screens[leaving] = ghost
        keep({e: ghost, animation: leave(ghost, {}, block)})
      }
      for (const [name, property, [now, then]] of gone) {
        const ghost = screens[name], way = property == 'move' ? 'translate' : property
        if (ghost) keep({e: ghost, from: {[way]: now}, to: {[way]: then}, animation: play(ghost, [{[way]: now}, {[way]: then}], {...block, fill: 'both'})})
      }
      for (const name in frames) if (byID(name)) play(byID(name), frames[name], {...block, easing: 'linear'})
      for (const [old, box, other, kind] of pictures) turn(old, box, byID(other), kind)
    })
    return () => starts.map(start => start())
  }

  function turn(old, box, e, kind) {
    if (!e) return
    const ghost = picture(old, e.parentNode, box)
    const axis = {left: 'y', right: 'y', top: 'x', bottom: 'x'}[kind], sign = /left|top/.test(kind) ? 1 : -1
    if (!axis || calm.matches) {
      // What is opaque is there below the picture, which fades.
      if (![e, ...e.children].some(e => /^rgb\(|^color/.test(getComputedStyle(e).backgroundColor))) play(e, [{opacity: 0}, {}], block)
      return leave(ghost, {opacity: 0}, block)
    }
    const turned = angle => `perspective(60rem) rotate${axis.toUpperCase()}(${sign * angle}deg)`, half = {...block, ms: block.ms / 2}
    leave(ghost, {transform: turned(90)}, {...half, easing: 'ease-in'})
    play(e, [{transform: turned(-90)}, {transform: turned(0)}], {...half, delay: (block.delay || 0) + half.ms, easing: 'ease-out'})
  }
}

function start(motion) {
  const moved = new Set, measures = motion.filter(one => one.ms != null && !one.run).map(block => prepare(block, moved))
  return () => {
    for (const begin of measures.map(measure => measure())) begin()
    motion.filter(one => one.seek != null || one.run || one.stop).map(command)
  }
}

if (texts.opening) start(JSON.parse(texts.opening))()
playMarkup()

return {
  changes({motion}) {
    const begin = motion && start(motion)
    return () => {
      begin?.()
      playMarkup()
    }
  },
}
}

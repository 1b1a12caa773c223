// What the check with a finger asks a page. `fingers` is there after this script ran.

window.fingers = (() => {
  const all = (selector, e = document) => [...e.querySelectorAll(selector)]
  const isSeen = e => e.checkVisibility() && !e.closest('[inert]')
  const text = e => e.textContent.trim().replace(/\s+/g, ' ')
  // A control's name. What stands in it for the eye only is a part of it, too.
  const name = e => (e.getAttribute('aria-label') || text(e))

  // An element by its id, a row by its text (`row:Item 5`), or a control by its name (`button:Insert`).
  function find(what) {
    const [, kind, words] = /^(?:(row|button|text):)?(.*)$/s.exec(what)
    if (kind == 'row') return all('li').find(e => e.checkVisibility() && [text(e), ...all('.UILabel', e).map(text)].includes(words))
    if (kind == 'button') return all('button, [role=button], [role=radio], a').find(e => isSeen(e) && name(e) == words)
    if (kind == 'text') return all('p, h1, span, label, li').filter(e => e.checkVisibility() && text(e) == words).pop()
    // The picture of a screen that has left is animated, too.
    return document.getElementById(words) || document.querySelector(`[data-ghost="${words}"]`)
  }

  // What a user sees of an element now: animations that run are in it.
  function look(what) {
    const e = find(what)
    if (!e?.isConnected || !e.checkVisibility()) return null
    const {x, y, width, height} = e.getBoundingClientRect(), style = getComputedStyle(e)
    let opacity = 1
    for (let each = e; each; each = each.parentElement) opacity *= getComputedStyle(each).opacity
    return {x, y, width, height, opacity, colour: style.backgroundColor, text: text(e),
      transform: `${style.translate} ${style.rotate} ${style.scale} ${style.transform}`}
  }

  const frame = () => new Promise(requestAnimationFrame)
  let watched = [], frames = []
  const start = performance.now()

  // Looks in each frame, after what the frame's other callbacks did.
  function watch(time) {
    if (!watched.length) return
    requestAnimationFrame(watch)
    frames.push({time: time - start, ...Object.fromEntries(watched.map(what => [what, look(what)]))})
    if (frames.length > 3000) frames.shift()
  }

  return {
    look, frame,
    record(...whats) {
      frames = []
      const isRunning = watched.length
      watched = whats
      if (!isRunning) watch(performance.now())
    },
    // The next frame is the first one without.
    stop() {
      watched = []
      return frames.splice(0)
    },
    isBusy: () => document.readyState != 'complete' || !document.documentElement.hasAttribute('data-live') || !!document.querySelector('[aria-busy=true]'),
    // The middle of what is seen.
    middle(what) {
      const box = find(what)?.getBoundingClientRect()
      return box && [box.x + box.width / 2, box.y + box.height / 2]
    },
    has: (what, words) => look(what)?.text == words,
    // The title, once there is one screen only.
    title() {
      const titles = all('h1').filter(e => e.checkVisibility())
      return titles.length == 1 ? text(titles[0]) : null
    },
    scale: () => visualViewport.scale,
    // The rounds of the animations that run. After a view transition, WebKit for GTK stops if the document is asked for them: there
    // one is seen by what it covers.
    running() {
      const isApple = navigator.vendor.includes('Apple'), root = document.documentElement
      if (isApple && document.elementFromPoint(innerWidth / 2, innerHeight / 2) == root) return [1]
      return (isApple ? all('*').flatMap(e => e.getAnimations()) : document.getAnimations())
        .filter(e => e.playState == 'running' && e.timeline == document.timeline).map(e => e.effect?.getComputedTiming().iterations ?? 1)
    },
    canvasInk() {
      // The length of what was drawn by a finger, however the page draws it.
      const lines = all('#signature path, #signature polyline')
      return lines.reduce((sum, e) => sum + e.getTotalLength(), 0)
    },
  }
})()

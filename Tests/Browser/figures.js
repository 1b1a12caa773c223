// What live-figures measures in a page. Runs before the page's own script.
(() => {
const wait = ms => new Promise(end => setTimeout(end, ms))

// Resolves when what was changed before is painted: the first task after the next frame.
const painted = () => new Promise(end => requestAnimationFrame(() => {
  const {port1, port2} = new MessageChannel
  port1.onmessage = () => end(performance.now())
  port2.postMessage(0)
}))

const changed = (node, name) => new Promise(end => {
  const observer = new MutationObserver(() => {
    observer.disconnect()
    end()
  })
  observer.observe(node, {attributeFilter: [name]})
})

// As a display does: a frame each 16.7 ms, whatever the page does. Without that, the first frame after a rest would be
// made at once, and the next one later.
const refresh = () => requestAnimationFrame(refresh)

// Milliseconds from a tap, at any moment between two frames, to the painted change of a button.
async function tap(button) {
  do await wait(20 + Math.random() * 30)
  while (document.querySelector('[aria-busy]'))
  const change = changed(button, 'aria-pressed'), start = performance.now()
  button.click()
  await change
  return await painted() - start
}

const state = button => ({pressed: button.getAttribute('aria-pressed'), class: button.className, content: button.innerHTML})

// Longest time in which the page could not answer to anything, and its tasks of more than 50 ms

let longest = 0, last = 0, long = [], isRunning = false
const {port1, port2} = new MessageChannel
port1.onmessage = () => {
  const now = performance.now()
  longest = Math.max(longest, now - last)
  last = now
  if (isRunning) port2.postMessage(0)
}
new PerformanceObserver(list => long.push(...list.getEntries().map(entry => entry.duration)))
  .observe({type: 'longtask'})

// Layout shifts: what moved by itself, as [element, top before, top after]

const shifts = []
const name = node => node?.id || node?.className || node?.nodeName
new PerformanceObserver(list => {
  for (const {sources} of list.getEntries()) {
    shifts.push(...sources.map(({node, previousRect, currentRect}) => [name(node), previousRect.top, currentRect.top]))
  }
}).observe({type: 'layout-shift', buffered: true})

window.measure = {
  shifts: () => shifts.splice(0),
  // Toggles a button by the server, and, twice, by a handler alone that makes the same changes.
  async taps(id, count, url) {
    const button = document.getElementById(id), states = [], times = {live: [], alone: [], roundTrip: []}
    refresh()
    for (let i = 0; i < 2; i++) {
      states.push(state(button))
      await tap(button)
    }
    for (let i = 0; i < count; i++) {
      times.live.push(await tap(button))
      for (let j = 0; j < 2; j++) {
        button.addEventListener('click', change, {once: true})
        times.alone.push(await tap(button))
        const start = performance.now()
        await (await fetch(url, {cache: 'no-store'})).text()
        times.roundTrip.push(performance.now() - start)
      }
    }
    return times

    function change(event) {
      event.preventDefault()
      const fresh = states.find(({pressed}) => pressed != button.getAttribute('aria-pressed'))
      if (fresh.pressed == null) button.removeAttribute('aria-pressed')
      else button.setAttribute('aria-pressed', fresh.pressed)
      button.className = fresh.class
      button.innerHTML = fresh.content
    }
  },
  begin() {
    longest = 0
    long = []
    isRunning = true
    last = performance.now()
    port2.postMessage(0)
  },
  async end() {
    await painted()
    isRunning = false
    await wait(100) // observers are told a little later
    return [longest, Math.max(0, ...long)]
  },
}
})()

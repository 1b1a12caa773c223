// In development: shows what a build says, takes up changed files and programs, and opens the panel. See docs/reference/architecture.md.
(() => {
const {src, dataset} = document.currentScript, saved = sessionStorage
const all = selector => [...document.querySelectorAll(selector)]
const script = () => document.querySelector('script[data-release]')
let source, server, sheets, files, timer, closed, fails = 0

// What was typed and scrolled, over a reload

const fields = () => all('input[name], textarea[name], select[name]').filter(e => !/hidden|password|file|radio|checkbox/.test(e.type))
const scrollers = () => all('html, [data-scrolls]')

function reload() {
  saved.tempuraPlace = JSON.stringify([
    fields().map(e => [e.name, e.value]),
    scrollers().map(e => [e.id, e.scrollLeft, e.scrollTop]),
    document.activeElement.name,
  ])
  location.replace(location.pathname + location.search)
}

if (saved.tempuraPlace) {
  const [values, places, focused] = JSON.parse(saved.tempuraPlace)
  saved.removeItem('tempuraPlace')
  for (const [name, value] of values) for (const e of fields()) if (e.name == name && e.value != value) e.value = value
  for (const [id, ...place] of places) scrollers().find(e => e.id == id)?.scrollTo(...place)
  fields().find(e => e.name == focused)?.focus()
}

// Another program, or other files

// The old sheet goes when the new one has come: the page is never without.
function replaceSheets(urls) {
  const old = all('link[rel=stylesheet]')
  urls.forEach((url, index) => {
    if (old[index]?.getAttribute('href') == url) return
    const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: url})
    link.onload = link.onerror = () => old[index]?.remove()
    old[index] ? old[index].after(link) : document.head.append(link)
  })
}

function take(status) {
  const isOther = server && server != status.server
  if (files && files != status.files || isOther && !script()) return reload()
  if (sheets && sheets != String(status.sheets)) {
    replaceSheets(status.sheets)
    if (script()) script().dataset.release = status.release
  }
  // The page asks the new program what is different.
  if (isOther) new BroadcastChannel('tempura' + new URL('.', src).pathname.slice(0, -1)).postMessage(0)
  server = status.server
  sheets = String(status.sheets)
  files = status.files
  show(status)
}

// The overlay

const style = new CSSStyleSheet
style.replaceSync(`
  div { position: fixed; z-index: 2147483647; inset: auto 0 0; max-height: 70%; overflow: auto; padding: 1rem 1.25rem;
    background: #1c1c1e; color: #fff; font: 13px/1.5 ui-monospace, Menlo, monospace; border-top: 4px solid #ff453a;
    white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; text-align: left; direction: ltr }
  div.building { inset: auto .75rem .75rem auto; padding: .375rem .75rem; border: 0; border-radius: 1rem; opacity: .85 }
  b { color: #ff9f96 }
  button { float: right; border: 0; background: none; color: inherit; font: inherit; font-size: 20px; line-height: 1; padding: .25rem; cursor: pointer }
`)
const host = document.createElement('tempura-development')
const shadow = host.attachShadow({mode: 'open'})
shadow.adoptedStyleSheets = [style]

function show({activity, lines}) {
  clearTimeout(timer)
  if (activity == 'building' && !shadow.firstChild) return timer = setTimeout(showBuilding, 300)
  if (activity == 'building') return
  shadow.replaceChildren()
  host.remove()
  if (activity != 'failed') closed = 0
  if (activity != 'failed' || closed == String(lines)) return
  const box = document.createElement('div'), close = document.createElement('button')
  box.role = 'alert'
  box.tabIndex = 0
  close.ariaLabel = 'Close'
  close.append('×')
  close.onclick = () => {
    closed = String(lines)
    shadow.replaceChildren()
    host.remove()
  }
  box.append(close)
  for (const line of lines) {
    const isProblem = /error: /.test(line) && !/^ *\|/.test(line), e = document.createElement(isProblem ? 'b' : 'span')
    e.append(line + '\n')
    box.append(e)
  }
  shadow.append(box)
  document.body.append(host)
}

function showBuilding() {
  const box = document.createElement('div')
  box.className = 'building'
  shadow.append(box)
  document.body.append(host)
  const began = Date.now(), tell = () => {
    const seconds = Math.round((Date.now() - began) / 1000)
    box.textContent = seconds < 5 ? 'Building…' : `Building for ${seconds} s…`
    timer = setTimeout(tell, 1000)
  }
  tell()
}

// The panel: see Sources/TempuraServer/Development/DevelopmentPanel. It is an app of its own, in a frame beside the page or in a window.

// The mark of the session says whose panel.
const panel = dataset.panel && dataset.panel + (document.querySelector('[name=page]')?.value.split('.')[2] ?? '')
// What the user chose, until the tab is closed: the side, the sizes on both sides, whether the panel is open, and where it was
let dock = {side: innerWidth > 1000 ? 'right' : 'bottom', right: 480, bottom: 360, ...JSON.parse(saved.tempuraPanel || '{}')}
// The frame beside the page, and the panel's window, as far as this page has opened it
let frame, panelWindow

const panelStyle = new CSSStyleSheet, pageStyle = new CSSStyleSheet
panelStyle.replaceSync(`
  :host { all: initial; color-scheme: light dark; font: 13px/1.4 system-ui, sans-serif }
  button { display: grid; place-items: center; width: 28px; height: 28px; padding: 0; border: 0; border-radius: 6px; background: none; color: inherit; font: inherit; font-size: 16px; cursor: pointer }
  button:hover { background: light-dark(rgb(0 0 0 / 10%), rgb(255 255 255 / 15%)) }
  :focus-visible { outline: 2px solid #0a84ff; outline-offset: -2px }
  svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.5 }
  .open { position: fixed; z-index: 2147483645; inset: calc(50% - 18px) auto auto -22px; width: 36px; height: 36px; border-radius: 50%; background: #5e5ce6; color: #fff; opacity: .7; place-items: center end; padding-right: 2px; transition: translate .15s }
  .open:is(:hover, :focus-visible) { translate: 26px; opacity: 1; background: #5e5ce6; place-items: center; padding: 0 }
  section { position: fixed; z-index: 2147483646; display: flex; flex-direction: column; background: light-dark(#fff, #1c1c1e); color: light-dark(#000, #fff); box-shadow: 0 0 0 1px light-dark(#c6c6c8, #38383a) }
  .right { inset: 0 0 0 auto; width: var(--size); max-width: calc(100% - 100px) }
  .bottom { inset: auto 0 0; height: var(--size); max-height: calc(100% - 100px) }
  header { flex: none; display: flex; justify-content: end; gap: 2px; padding: 2px 4px; border-bottom: 1px solid light-dark(#c6c6c8, #38383a) }
  b { flex: 1; align-self: center; padding-left: 6px; font-weight: 600 }
  iframe { flex: 1; min-height: 0; border: 0; background: light-dark(#fff, #000) }
  .edge { position: absolute; touch-action: none; background: none }
  .edge:is(:hover, :focus-visible) { background: #5e5ce6; outline: 0 }
  .right .edge { inset: 0 auto 0 -3px; width: 6px; cursor: ew-resize }
  .bottom .edge { inset: -3px 0 auto; height: 6px; cursor: ns-resize }
  .shield, .outline { position: fixed; z-index: 2147483647; inset: 0 }
  .shield { cursor: crosshair }
  .outline { pointer-events: none; background: rgb(94 92 230 / 20%); box-shadow: 0 0 0 2px #5e5ce6 }
  .outline span { position: absolute; left: -2px; bottom: calc(100% + 2px); max-width: 100vw; padding: 1px 6px; border-radius: 3px; background: #5e5ce6; color: #fff; font: 12px/1.5 ui-monospace, Menlo, monospace; white-space: nowrap; direction: ltr }
`)
const panelHost = document.createElement('tempura-panel'), panelRoot = panelHost.attachShadow({mode: 'open'})
panelRoot.adoptedStyleSheets = [panelStyle]

const icons = {
  window: '<path d="M6.5 3h-3A1.5 1.5 0 0 0 2 4.5v8A1.5 1.5 0 0 0 3.5 14h8a1.5 1.5 0 0 0 1.5-1.5v-3M9 2h5v5M14 2 7.5 8.5"/>',
  right: '<rect x="1.5" y="2.5" width="13" height="11" rx="2"/><path d="M10 2.5v11"/>',
  bottom: '<rect x="1.5" y="2.5" width="13" height="11" rx="2"/><path d="M1.5 9.5h13"/>',
  close: '<path d="m4 4 8 8M12 4l-8 8"/>',
}

function tool(icon, ariaLabel, onclick) {
  const e = Object.assign(document.createElement('button'), {type: 'button', ariaLabel, title: ariaLabel, onclick})
  e.innerHTML = `<svg viewBox="0 0 16 16">${icons[icon]}</svg>`
  return e
}

const opener = tool('right', 'Development panel', togglePanel)
opener.className = 'open'
opener.title += ' (Ctrl+Shift+.)'

function saveDock(news) {
  Object.assign(dock, news)
  saved.tempuraPanel = JSON.stringify(dock)
}

// Where the panel was, if it is that of the same session.
const panelURL = () => dock.panel == panel && dock.url || new URL(panel, src).href

// The page of a browser's error is none of this server.
function place() {
  try {
    const {href} = frame.contentWindow.location
    return href == 'about:blank' ? dock.url : href
  } catch {}
}

// The page keeps the rest: its script tells the server the size of that.
function makeRoom() {
  const {side} = dock, {clientWidth, clientHeight} = document.documentElement
  const size = frame && Math.min(dock[side], (side == 'right' ? clientWidth : clientHeight) - 100)
  const rest = {width: clientWidth - (side == 'right' && size), height: clientHeight - (side == 'bottom' && size)}
  for (const name in rest)
    if (size) Object.defineProperty(visualViewport, name, {configurable: true, get: () => rest[name] / visualViewport.scale})
    else delete visualViewport[name]
  const notices = ':root :is(#notices.floating, #notices > .working > .notice, .notice.offline, .upload)'
  pageStyle.replaceSync(!size ? '' : `:root { padding-${side}: ${size}px } :root :is(dialog, .input-views) { ${side}: ${size}px; width: auto } ` + (
    side == 'right' ? `${notices} { right: ${size}px; max-width: calc(100% - ${size}px - 2rem) }`
    // The end of the page can be scrolled to, above the panel.
    : `:root { height: auto; min-height: 100% } .UIWindow { min-height: calc(100dvh - ${size}px) !important } ${notices} { margin-bottom: ${size}px }`))
  frame?.parentNode.style.setProperty('--size', size + 'px')
  dispatchEvent(new Event('resize'))
}

function edge() {
  const e = Object.assign(document.createElement('div'), {className: 'edge', role: 'separator', tabIndex: 0, ariaLabel: 'Size of the panel'})
  const resize = size => {
    saveDock({[dock.side]: Math.max(150, Math.round(size))})
    makeRoom()
  }
  e.onpointerdown = event => {
    event.preventDefault()
    e.setPointerCapture(event.pointerId)
    e.onpointermove = ({clientX, clientY}) => resize(dock.side == 'right' ? innerWidth - clientX : innerHeight - clientY)
  }
  e.onlostpointercapture = () => e.onpointermove = null
  e.onkeydown = ({key}) => {
    const step = {ArrowLeft: 20, ArrowUp: 20, ArrowRight: -20, ArrowDown: -20}[key]
    if (step) resize(dock[dock.side] + step)
  }
  return e
}

function openPanel(focuses) {
  const section = document.createElement('section'), head = document.createElement('header'), other = dock.side == 'right' ? 'bottom' : 'right'
  const title = document.createElement('b')
  title.append('Development')
  section.className = dock.side
  section.ariaLabel = 'Development panel'
  frame = Object.assign(document.createElement('iframe'), {title: 'Development panel', src: panelURL()})
  head.append(
    title,
    tool(other, other == 'right' ? 'Put the panel to the right' : 'Put the panel at the bottom', () => {
      const url = place()
      closePanel()
      saveDock({side: other, url, panel})
      openPanel(true)
    }),
    tool('window', 'Open the panel in a window of its own', () => {
      const url = place()
      closePanel()
      saveDock({inWindow: true, url, panel})
      openWindow()
    }),
    tool('close', 'Close the panel', closePanel),
  )
  section.append(edge(), head, frame)
  opener.remove()
  panelRoot.append(section)
  saveDock({open: true, inWindow: false})
  makeRoom()
  if (focuses) frame.focus()
}

function closePanel() {
  saveDock({open: false, url: place(), panel})
  frame.parentNode.remove()
  frame = null
  panelRoot.append(opener)
  makeRoom()
  opener.focus()
}

// The same window each time, whose page stays.
function openWindow() {
  panelWindow = window.open('', 'tempura-panel', 'popup,width=900,height=900')
  if (!panelWindow) return openPanel(true)
  if (panelWindow.location.href == 'about:blank') panelWindow.location = panelURL()
  panelWindow.focus()
}

function togglePanel() {
  if (frame) closePanel()
  else if (dock.inWindow && !panelWindow?.closed) openWindow()
  else openPanel(true)
}

// Outlines and pointing. The panel's pages say what to outline, and hear what was pointed at: see tempura-panel.js.

const inspection = new BroadcastChannel('tempura-panel')
const byID = id => document.getElementById(id)
const isIn = (e, x, y) => [...e.getClientRects()].some(r => r.left <= x && x < r.right && r.top <= y && y < r.bottom)
let outlined, box, shield

// A view without an element of its own is where its subviews are.
function area(id) {
  const own = byID(id), list = own ? [own] : all('.UIWindow [id]').filter(e => e.id.startsWith(id + '.'))
  const rects = list.map(e => e.getBoundingClientRect()).filter(({width, height}) => width || height)
  if (!rects[0]) return
  const min = name => Math.min(...rects.map(rect => rect[name])), max = name => Math.max(...rects.map(rect => rect[name]))
  return [min('left'), min('top'), max('right') - min('left'), max('bottom') - min('top')]
}

function outline(id) {
  outlined = id
  if (id == null) return box = box?.remove()
  if (!box) {
    box = Object.assign(document.createElement('div'), {className: 'outline'})
    box.append(document.createElement('span'))
    panelRoot.append(box)
    requestAnimationFrame(drawOutline)
  }
}

// The view may move while it is outlined.
function drawOutline() {
  if (!box) return
  const rect = area(outlined), label = box.firstChild
  box.hidden = !rect
  if (rect) {
    const [left, top, width, height] = rect, text = `${outlined}  ${+width.toFixed(1)} × ${+height.toFixed(1)}`
    Object.assign(box.style, {left: left + 'px', top: top + 'px', width: width + 'px', height: height + 'px'})
    if (label.textContent != text) label.textContent = text
    // The label stays in the window: above the view, else below it, else in it.
    const isAbove = top >= 22, isBelow = !isAbove && top + height + 22 < innerHeight
    label.style.bottom = isAbove ? '' : 'auto'
    label.style.top = isBelow ? 'calc(100% + 2px)' : isAbove ? '' : `${Math.max(2, 2 - top)}px`
    label.style.left = Math.max(-2, Math.min(-2, innerWidth - left - label.offsetWidth), -left) + 'px'
  }
  requestAnimationFrame(drawOutline)
}

// The elements of views have the names of their classes. Parts of views have ids, too.
const isView = e => !!e.id && /^[A-Z_]/.test(e.getAttribute('class'))

// Also a view that takes no input, which the browser does not name.
function viewAt(x, y) {
  let e = document.elementsFromPoint(x, y).find(e => e != panelHost)
  while (e && !isView(e)) e = e.parentElement
  for (let next = e; next; next = [...next.querySelectorAll('[id]')].findLast(e => isView(e) && isIn(e, x, y))) e = next
  return e?.id
}

function point(on) {
  shield = shield?.remove()
  outline(null)
  if (!on) return
  shield = Object.assign(document.createElement('div'), {className: 'shield'})
  shield.onpointermove = ({clientX, clientY}) => outline(viewAt(clientX, clientY))
  shield.onclick = ({clientX, clientY}) => {
    const picked = viewAt(clientX, clientY)
    point(false)
    inspection.postMessage(picked ? {picked} : {point: false})
  }
  panelRoot.append(shield)
}

function listenToPanel() {
  panelRoot.append(opener)
  document.body.append(panelHost)
  document.adoptedStyleSheets.push(pageStyle)
  inspection.onmessage = ({data}) => {
    if ('outline' in data) outline(data.outline)
    // Another page may be the one where the user has pointed.
    if ('point' in data || 'picked' in data) point(data.point)
    if (data.toggle && frame) closePanel()
  }
  // The key with the period, which has other signs on some keyboards.
  addEventListener('keydown', event => {
    if (shield && event.key == 'Escape') {
      point(false)
      inspection.postMessage({point: false})
    } else if (event.ctrlKey && event.shiftKey && event.code == 'Period' && !/^\p{L}$/u.test(event.key)) togglePanel()
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }, true)
  addEventListener('pagehide', () => frame && saveDock({url: place(), panel}))
  addEventListener('resize', ({isTrusted}) => isTrusted && frame && makeRoom())
  if (dock.open) openPanel()
}

if (panel && self == top) listenToPanel()

// The stream of one page for all: browsers open few connections to a server.

const channel = new BroadcastChannel('tempura-development')
let last

function hear(data) {
  last = data
  take(JSON.parse(data))
}

// A page that has come asks for what was said before.
channel.onmessage = ({data}) => data ? hear(data) : source && last && channel.postMessage(last)

function open() {
  source?.close()
  const own = source = new EventSource(new URL('live?development', src))
  own.onmessage = ({data}) => {
    fails = 0
    channel.postMessage(data)
    hear(data)
  }
  // A server that stops tells streams to wait longer.
  own.onerror = () => {
    own.close()
    setTimeout(() => source == own && open(), 50 * 2 ** Math.min(fails++, 7))
  }
}

function lead() {
  open()
  return new Promise(end => addEventListener('pagehide', () => end(source = source.close())))
}

function begin() {
  channel.postMessage('')
  // A reload must not send the form again that has trapped.
  if (!script()) history.replaceState(null, '', location.href)
  navigator.locks ? navigator.locks.request('tempura-development', lead) : open()
}

addEventListener('pageshow', ({persisted}) => persisted && begin())
begin()
})()

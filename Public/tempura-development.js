// In development: shows what a build says, and takes up changed files and programs. See docs/reference/architecture.md.
(() => {
const {src} = document.currentScript, saved = sessionStorage
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

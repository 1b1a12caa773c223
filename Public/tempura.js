// Live pages: docs/reference/live-protocol.md
(() => {
const {dataset: texts, src} = document.currentScript, base = new URL('.', src).pathname.slice(0, -1), root = document.documentElement, saved = sessionStorage
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)]
const one = (selector, parent) => all(selector, parent)[0]
const byID = name => document.getElementById(name)
const parse = innerHTML => Object.assign(document.createElement('template'), {innerHTML}).content
const add = html => document.body.appendChild(parse(html).firstChild)
const random = () => crypto.getRandomValues(new Uint32Array(3)).join('')
const soon = (action, tries) => setTimeout(action, 150 * 2 ** Math.min(tries, 8) * (1 + Math.random()))
const here = () => location.pathname + location.search
const notices = byID('notices'), sheet = one('style[nonce]')
const announcer = add('<div class="announcement" role="status"></div>')
if (!notices || saved.tempuraPlain) return saved.tempuraPlain = ''
let [, screens = '', mark = ''] = one('[name=page]').value.split('.') // marks
let {version} = texts, shown = here(), over

// Fields

const fields = () => all('[name]:not(button), [readonly]')
const initial = field => field.options ? (one('[selected]', field) || field.options[0])?.value : field.defaultValue
let composing, last, left, moved, focus = '' // the last that was told

// What belongs to a keyboard has the focus of its field.
const focused = (e = document.activeElement) => e.closest('.input-views')?.parentNode.querySelector('[data-live]') || e

function enter(field, text) {
  if (field != composing && field.value != text) field.value = text
}

// Morphing

// Names of controls hide properties of their form.
function own(node, name, ...list) {
  const value = Reflect.get(HTMLFormElement.prototype, name, node)
  return typeof value == 'function' ? value.apply(node, list) : value
}

const id = node => own(node, 'nodeType') == 1 && own(node, 'getAttribute', 'id')
const key = node => id(node) || node.name == 'tap' && node.value || own(node, 'nodeName')
const set = (e, name, text) => text == null ? own(e, 'removeAttribute', name) : own(e, 'setAttribute', name, text)
const put = (parent, node, next) =>
  own(parent, Element.prototype.moveBefore && own(node, 'isConnected') ? 'moveBefore' : 'insertBefore', node, next)

function morph(old, fresh) {
  if (own(old, 'isEqualNode', fresh)) return
  if (own(old, 'nodeType') != 1) return old.data = fresh.data
  for (const {name} of [...own(old, 'attributes')]) own(fresh, 'hasAttribute', name) || name == 'open' || set(old, name)
  for (const {name, value} of own(fresh, 'attributes')) own(old, 'getAttribute', name) == value || set(old, name, value)
  morphContent(old, fresh)
}

function morphContent(old, fresh) {
  const olds = Object.groupBy(own(old, 'childNodes'), key), matches = new Map
  for (const node of own(fresh, 'childNodes')) {
    // The form moves from screen to screen.
    const match = olds[key(node)]?.shift() || byID(id(node))
    matches.set(node, match && own(match, 'nodeName') == own(node, 'nodeName') && !own(match, 'contains', old) && match)
  }
  const kept = new Set(matches.values())
  let next = own(old, 'firstChild')
  for (let [node, match] of matches) {
    while (next && !kept.has(next)) next = own(next, 'nextSibling')
    if (match && match == next) next = own(next, 'nextSibling')
    else put(old, match ||= /FORM|DIALOG/.test(own(node, 'nodeName')) ? own(node, 'cloneNode') : node, next)
    if (match != node) morph(match, node)
    kept.add(match)
  }
  for (const node of [...own(old, 'childNodes')]) kept.has(node) || own(old, 'removeChild', node)
}

// Patches

function find(target) {
  if (target == null) return null
  const e = [].concat(target).reduce((e, name) => e ? own(e, 'children')[name] : byID(name === '' ? last : last = name), 0)
  if (e) return e
  throw 'gap'
}

const operations = {
  a(target, ...list) { while (list.length) set(find(target), list.shift(), list.shift()) },
  t: (target, text) => own(find(target), 'replaceChildren', text),
  h: (target, html) => morphContent(find(target), parse(html)),
  r(target, html) {
    const old = find(target), fresh = parse(html).firstChild
    if (own(old, 'nodeName') + id(old) == own(fresh, 'nodeName') + id(fresh)) morph(old, fresh)
    else own(old, 'replaceWith', fresh)
  },
  d: (...targets) => targets.map(find).forEach(e => own(e, 'remove')),
  i: (target, next, html) => put(find(target), parse(html), find(next)),
  m(target, next, ...ids) {
    const list = find(target), before = find(next)
    ids.map(find).forEach(e => put(list, e, before))
  },
  s: css => sheet.append(css),
  p(...list) { while (list.length) page[list.shift()](list.shift()) },
}

const page = {
  title: text => document.title = text,
  language: text => root.lang = text,
  direction: text => root.dir = text,
  viewport: text => one('[name=viewport]').content = text,
  mark: text => screens = text,
  leave: text => left = text?.replace(/\d+ /, ''),
  heading(text) {
    one('.page-heading')?.remove()
    if (text) notices.before(parse(`<header class="page-heading"><h1>${new Option(text).innerHTML}</h1></header>`))
  },
  style: css => sheet.textContent = css,
  screen: html => morph(one('.UIWindow'), parse(html).firstChild),
}

// Notices

notices.className = 'floating'
// The focus goes back to what was pressed.
notices.onclick = notices.onanimationend = ({target}) => {
  if (target.className == 'close') one(':focus', notices) && byID(focus)?.focus(), notices.replaceChildren()
}

// Screens

const places = {} // scroll positions by URL
const openers = [] // focus before dialogs
const depth = url => url.split('/').length
const screen = () => shown.split('?')[0] + all('dialog').length

function show({url, steps = [], whole, notices: news = '', version: newVersion, working}) {
  const before = fields().map(field => [field, field.value, initial(field)]), autofocus = all('[autofocus]')
  const active = document.activeElement, count = all('dialog').length, from = screen()
  const moves = url != shown, way = Math.sign(depth(url) - depth(shown))
  let [generation, number] = version.split('.')
  if (moves) places[shown] = all('html, [data-scrolls]').map(e => [id(e), e.scrollLeft, e.scrollTop])

  for (const [n, ...step] of steps) {
    if (n <= number) continue
    if (n != ++number) throw 'gap'
    for (const [name, ...values] of step) operations[name](...values)
  }
  for (const name in whole) page[name](whole[name])
  version = newVersion || generation + '.' + number

  for (const [field, old, usual] of before) {
    const sent = xhr.status < 300 ? job.sent?.get(field) : null, taken = sent == old, fresh = initial(field)
    // A tap has used a text, and the user has typed on.
    const later = sent && job.tap && !fresh && old.startsWith(sent) ? old.slice(sent.length) : old
    enter(field, taken || old == usual ? fresh : later)
    // A double click sends a text once.
    if (taken && field.value != old) dropRepeats()
  }
  if (news || job.data || moves) notices.innerHTML = news
  if (!working) one('.working', notices)?.remove()

  const dialogs = all('dialog'), top = dialogs.at(-1), more = dialogs.length - count
  if (moves || job.busy == announcer) {
    history.scrollRestoration = 'manual' // not earlier: a reload restores it
    // A side effect may lead to a screen later.
    const adds = (job.tap || job.url == shown && way > 0) && !queue.some(({url}) => url)
    history[adds ? 'pushState' : 'replaceState'](null, '', url)
  }
  if (moves) {
    root.dataset.move = more ? 0 : way
    shown = url
    if (!more) {
      all('html, [data-scrolls]').map(e => e.scrollTo(0, 0))
      const old = way < 1 || !job.tap ? places[url] : 0
      for (const [name, ...place] of old || []) (name ? byID(name) : root)?.scrollTo(...place)
    }
    announcer.textContent = document.title
  }
  if (from != screen()) {
    changed = performance.now()
    dropRepeats()
  }
  if (more > 0) openers[dialogs.length] = active
  const opener = more < 0 && openers[dialogs.length + 1] || active
  const list = [
    all('[autofocus]').find(e => !autofocus.includes(e)),
    more < 1 && (opener.isConnected ? opener : byID(id(opener))),
    ...top ? all(':enabled, a', top) : [],
  ]
  list.some(e => e && (e == document.activeElement || e.focus(), e == document.activeElement))
  if (left && byID(left)?.contains(document.activeElement)) document.activeElement.blur(focus = '')
  left = ''
}

// Jobs, one at a time: a tap, typing (field), or a GET

let queue = [], job, xhr, asked, tries = 0, retry, bar, banner, tab, latency = 0

const dropRepeats = () =>
  queue = queue.filter(({tap, busy}) => !tap || tap != job.tap || (busy.ariaBusy = null))

function ask() {
  asked = true
  pump()
}

function pump() {
  if (job || over || !(job = queue.shift() || asked && !document.hidden && {})) return
  job.url ??= shown
  if (!job.tap && !job.field) asked = false
  else if (!fill(one('#screen'))) return finish()
  send()
}

function finish() {
  if (job.busy) job.busy.ariaBusy = queue.some(({busy}) => busy == job.busy) || null
  job = null
  pump()
}

function fill(form) {
  const {tap, field} = job, {name, value, isConnected} = tap || field
  if (!form || !isConnected || tap?.closest('[inert], [hidden], :disabled')) return
  const data = new FormData(tap && form)
  data.set('page', random() + '.' + screens + '.' + mark)
  if (name) data.append(name, value) // not that of a picker
  job.sent = new Map(fields().filter(field => data.has(field.name)).map(field => [field, field.value]))
  for (const [field] of job.sent) clearTimeout(field.timer)
  clearTimeout(moved)
  focus = focused().id
  job.uploads = [...data.values()].some(entry => entry.size)
  return job.data = own(form, 'enctype')[0] == 'm' ? data : new URLSearchParams(data)
}

function send() {
  retry = 0
  const {width, height, scale} = visualViewport, style = getComputedStyle(root)
  xhr = new XMLHttpRequest
  xhr.open(job.data ? 'POST' : 'GET', job.url)
  const headers = {
    Accept: 'text/vnd.tempura.patch',
    'Tempura-Version': version,
    'Tempura-Release': texts.release,
    'Tempura-Session': mark,
    'Tempura-Tab': tab,
    'Tempura-Focus': encodeURIComponent(focus),
    'Tempura-Stream': stream,
    'Tempura-Screen': [width * scale, height * scale, ...(style.fontSize + style.getPropertyValue('--safe-area')).match(/[\d.]+/g)].map(Math.round).join(' '),
  }
  for (const name in headers) xhr.setRequestHeader(name, headers[name])
  if (job.uploads) {
    bar = add('<div class="upload"><progress></progress><button></button></div>')
    bar.firstChild.ariaLabel = texts.upload
    bar.lastChild.append(texts.cancel)
    const photo = [...job.data.values()].find(entry => /^image/.test(entry.type)), reader = new FileReader
    reader.onload = () => bar.prepend(Object.assign(new Image, {src: reader.result, alt: ''}))
    photo && reader.readAsDataURL(photo)
    xhr.upload.onprogress = ({loaded, total}) => bar.firstChild.value = loaded / total
    bar.lastChild.onclick = () => {
      xhr.onloadend = null
      xhr.abort()
      bar.remove()
      document.querySelectorAll('.DocumentPickerView [type=file]').forEach(field => field.value = '')
      openStream()
      finish()
    }
  } else xhr.timeout = 20000
  xhr.onloadend = answer
  latency ? setTimeout(() => xhr.send(job.data), latency) : xhr.send(job.data)
}

function answer() {
  const {status, responseText} = xhr
  bar?.remove()
  if (!status || status > 501) {
    if (++tries > 3 && job.uploads && navigator.onLine) return bePlain()
    if (!banner) (banner = add('<div class="notice offline" role="alert"></div>')).append(texts[navigator.onLine ? 'away' : 'offline'])
    return retry = soon(send, tries)
  }
  tries = 0
  if (banner) {
    banner = banner.remove()
    openStream()
  }
  const patch = {url: job.data ? job.url : xhr.responseURL.slice(origin.length)}
  try {
    if (status != 204) Object.assign(patch, JSON.parse(responseText))
  } catch {
    return bePlain()
  }
  if (saved.tempuraDebug) console.log(status, responseText)
  const {url, location: to, reload, working} = patch
  if (reload) return leave(url)
  const update = () => {
    try {
      show(patch)
    } catch (error) {
      console.warn(error)
      return leave(url)
    }
    if (working && !stream) setTimeout(ask, 1000)
    if (job.data) channel.postMessage(0)
    finish()
    if (to) location = to
  }
  // Elements that are inserted, deleted or moved
  const changesList = patch.steps?.some(([, ...step]) => step.some(([name]) => /[dim]/.test(name)))
  if (url == shown && !changesList || job.still || job.field || !document.startViewTransition) return update()
  root.dataset.move = url == shown ? 'list' : 0
  moving = document.startViewTransition(update)
  moving.ready.catch(() => {})
}

function leave(url) {
  over = true
  if (url == shown && Date.now() - saved.tempuraLeft < 5000) saved.tempuraPlain = 1
  saved.tempuraLeft = Date.now()
  job = null
  location = url
}

function bePlain() {
  if (!job.data) return leave(job.url)
  over = true
  for (const [field, sent] of job.sent) enter(field, sent)
  one('[name=page]').value = job.data.get('page')
  own(one('#screen'), 'requestSubmit', job.tap)
}

onsubmit = event => {
  const {target, submitter: tap} = event, isReturn = tap?.name == 'return'
  if (over || id(target) != 'screen') return
  event.preventDefault()
  const busy = isReturn ? document.activeElement : tap
  if (isReturn && busy.ariaBusy) return
  busy.ariaBusy = true
  queue.push({tap, busy})
  tap.closest('[popover]')?.hidePopover()
  pump()
}

// A double click is meant for the screen and the button of its first click.
let changed = 0, moving, pressed = {}
onclick = event => {
  const {detail, target, timeStamp, clientX, clientY} = event
  // While a change is animated, the page takes the clicks.
  const isRoot = target == root && moving
  if (isRoot) moving = moving.skipTransition()
  const e = isRoot ? document.elementFromPoint(clientX, clientY) : target, name = e.closest('button')?.value
  if (detail > 1 && (timeStamp < changed + 300 || name != pressed.name && timeStamp < pressed.time + 500)) event.preventDefault()
  else if (isRoot) {
    e.focus()
    e.click()
  }
  if (detail) pressed = {name, time: timeStamp}
  changed = 0
}

onpopstate = ({hasUAVisualTransition: still}) => {
  announcer.ariaBusy = true
  queue.push({url: here(), still, busy: announcer})
  pump()
}

// A held Enter repeats only in its text area.
let held
onkeydown = event => {
  const {key, repeat, target} = event
  if (/date|time|month/.test(target.type)) keyed = target
  if (!repeat) held = target.cols && target
  else if (key == 'Enter' && target != held) event.preventDefault()
  if (key != 'Escape' || composing || one(':popover-open')) return
  const cancel = one('#screen :is(.outside, .cancel, [data-cancels])')
  cancel ? cancel.click() : target.blur()
}

// Swipes of rows
addEventListener('scroll', () => one('[data-swiped]:popover-open')?.hidePopover(), true)
let x, y
ontouchstart = ({touches: [{clientX, clientY}]}) => [x, y] = [clientX, clientY]
ontouchend = ({target, changedTouches: [{clientX, clientY}]}) => {
  const menu = !target.closest('input, textarea, select, .menu') && target.closest('li')?.querySelector('.more + .menu > .swipe')?.parentNode
  if (!menu || Math.abs(clientX - x) < 40 + Math.abs(clientY - y)) return
  menu.dataset.swiped = ''
  menu.showPopover()
  menu.ontoggle = ({newState}) => newState == 'open' || delete menu.dataset.swiped
}

function tellOf(field) {
  if (!queue.some(other => other.field == field)) queue.push({field})
  pump()
}

oninput = ({target: field}) => {
  if (!field.matches('[data-live]') || field.validity.badInput || field == keyed) return
  if (field.type != 'range') clearTimeout(field.timer)
  field.timer = setTimeout(tellOf, 150, field)
}

// Sends chosen files and values. The style sheet hides the buttons for that. Each digit of a date is a change: it is sent at its end.
const submit = field => field.closest('.DocumentPickerView, :has(> .set):not(:has([data-live]))')?.querySelector('.set, .default')?.click()
let keyed, late
onpointerdown = () => keyed = 0
onchange = ({target}) => keyed == target ? late = target : submit(target)
addEventListener('focusout', () => {
  if (late) late.matches('[data-live]') ? tellOf(late) : submit(late)
  late = 0
})

function move() {
  clearTimeout(moved)
  moved = setTimeout(() => {
    const e = focused(), field = e.id != focus && [e, byID(focus)].find(e =>
      e?.matches('[data-live]') && !/range|date|time|select/.test(e.type))
    if (field) tellOf(field)
  }, 150)
}

addEventListener('focusin', move)
addEventListener('focusout', move)
addEventListener('compositionstart', ({target}) => composing = target)
addEventListener('compositionend', () => composing = null)
onresize = () => one('.framed') && ask()

// The stream of one visible tab

let source, letGo, waits, stream = '', fails = 0
const channel = new BroadcastChannel('tempura' + base)
channel.onmessage = ask

function openStream() {
  if (!letGo) return
  source?.close()
  const name = random(), own = source = new EventSource(base + '/live?stream=' + name)
  own.addEventListener('change', () => {
    fails = 0
    channel.postMessage(0)
    stream == name ? ask() : resume(stream = name)
  })
  own.onerror = () => {
    stream = ''
    if (own.readyState == 2) soon(() => source == own && openStream(), ++fails)
  }
}

function lead() {
  if (waits || document.hidden) return
  waits = true
  const start = () => new Promise(end => {
    letGo = () => end(waits = source = letGo = null)
    document.hidden ? letGo() : openStream()
  })
  navigator.locks ? navigator.locks.request('tempura' + base, start) : start()
}

function rest() {
  stream = ''
  source?.close()
  letGo?.()
}

// Stored between pages only: a duplicated tab has another.
function begin() {
  tab ||= saved.tempuraTab || random()
  saved.tempuraTab = ''
  resume()
}

function resume() {
  lead()
  if (retry) {
    clearTimeout(retry)
    send()
  }
  ask()
}

document.onvisibilitychange = () => document.hidden ? rest() : resume()
ononline = resume
onpagehide = () => {
  saved.tempuraTab = tab
  history.scrollRestoration = 'auto'
  rest()
  navigator.sendBeacon(base + '/live', new URLSearchParams({tab}))
}
onpageshow = ({persisted}) => {
  if (persisted) begin(over = false)
}

if (/\?debug/.test(here())) saved.tempuraDebug = 1
tempura = {latency: ms => latency = ms}
if (one('[name=service-worker]')) navigator.serviceWorker?.register(base + '/service-worker.js')
begin()
})()

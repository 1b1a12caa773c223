// Live pages: docs/reference/live-protocol.md
(() => {
const {dataset: texts, src} = document.currentScript, base = new URL('.', src).pathname.slice(0, -1), root = document.documentElement
let saved
try { saved = sessionStorage } catch { return }
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)]
const one = (selector, parent) => all(selector, parent)[0]
const byID = name => document.getElementById(name)
const parse = innerHTML => Object.assign(document.createElement('template'), {innerHTML}).content
const add = html => document.body.appendChild(parse(html).firstChild)
const random = () => crypto.getRandomValues(new Uint32Array(3)).join('')
const soon = (action, tries) => setTimeout(action, 150 * 2 ** Math.min(tries, 8) * (1 + Math.random()))
const here = () => location.pathname.replace(/^\/+/, '/') + location.search
const notices = byID('notices'), sheet = one('style[nonce]')
// Browsers before 2023, and a page that two patches in a row did not fit
if (!notices?.hidePopover || saved.tempuraPlain)
  return saved.tempuraPlain = ''
root.dataset.live = ''
const announcer = add('<div class="announcement" role="status"></div>')
// The marks of the screens and of the session
let [, screens = '', mark = ''] = one('[name=page]').value.split('.')
let {version} = texts, depth = +texts.depth, shown = here(), over

// Fields

const fields = () => all('[name]:not(button), [readonly]')
const initial = field => field.options ? (one('[selected]', field) || field.options[0])?.value : field.defaultValue
let composing, left, focusTimer
// The id of the focused element that the server was told last
let focus = ''

// A control in the input view of a field counts as the field.
const focused = (e = document.activeElement) => e.closest('.input-views')?.parentNode.querySelector('[data-live]') || e

const signs = text => text.replace(/[^\p{L}\p{N}]/gu, '').length

function enter(field, text) {
  const {value, selectionEnd: caret} = field
  if (field == composing || value == text) return
  field.value = text
  if (field != document.activeElement || caret == null || caret == value.length) return
  // The caret stays behind the same letter or digit, also if the app groups them.
  let end = 0
  while (end < text.length && signs(text.slice(0, end)) < signs(value.slice(0, caret))) end++
  field.setSelectionRange(end, end)
}

// Morphing

// Names of controls hide properties of their form.
function own(node, name, ...list) {
  const value = Reflect.get(HTMLFormElement.prototype, name, node)
  return typeof value == 'function' ? value.apply(node, list) : value
}

const id = node => own(node, 'nodeType') == 1 && own(node, 'getAttribute', 'id')
// The sections of a list come and go at both ends, and so does the room before them.
const part = node => own(node, 'nodeType') == 1 && /^(section|room) ?/.test(own(node, 'getAttribute', 'class')) ? RegExp.$1 + own(node, 'getAttribute', 'aria-labelledby') : ''
const key = node => id(node) || node.name == 'tap' && node.value || own(node, 'nodeName') + part(node)
const set = (e, name, text) => own(e, text == null ? 'removeAttribute' : 'setAttribute', name, text)
const put = (parent, node, next) =>
  own(parent, Element.prototype.moveBefore && own(node, 'isConnected') ? 'moveBefore' : 'insertBefore', node, next)

const attributes = node => own(node, 'nodeType') == 1 && Object.fromEntries([...own(node, 'attributes')].map(e => [e.name, e.value]))

// The nodes of the server, and their attributes as it sent them. Extensions and translators add others, which stay.
const ours = new WeakMap
claim(one('.UIWindow'))

function claim(node) {
  ours.set(node, attributes(node))
  own(node, 'childNodes').forEach(claim)
}

function find(name) {
  const e = byID(name)
  if (e) return e
  throw 'gap: ' + name
}

// Nodes without a place yet, and their parents. A later element may take them.
let gone

function morph(old, fresh) {
  if (own(old, 'isEqualNode', fresh)) return claim(old)
  const before = ours.get(old) || attributes(old), after = attributes(fresh)
  ours.set(old, after)
  if (!after) return old.data = fresh.data
  for (const name in {...before, ...after}) before[name] == after[name] || set(old, name, after[name])
  morphContent(old, fresh)
}

function morphContent(old, fresh) {
  const olds = {__proto__: null}, pairs = []
  for (const node of own(old, 'childNodes')) if (ours.has(node)) (olds[key(node)] ||= []).push(node)
  for (const node of own(fresh, 'childNodes')) {
    if (own(node, 'nodeName') == 'KEEP') {
      const {from, to = from} = node.attributes, last = find(to.value)
      for (let e = find(from.value); ; e = own(e, 'nextSibling')) {
        if (ours.has(e)) pairs.push([e, e])
        if (e == last) break
      }
      continue
    }
    // The form moves from screen to screen.
    const match = olds[key(node)]?.shift() || id(node) && byID(id(node))
    pairs.push([node, match && own(match, 'nodeName') == own(node, 'nodeName') && !own(match, 'contains', old) && match])
  }
  const kept = new Set(pairs.map(([, match]) => match))
  let next = own(old, 'firstChild')
  for (let [node, match] of pairs) {
    while (next && !kept.has(next)) next = own(next, 'nextSibling')
    if (match && match == next) next = own(next, 'nextSibling')
    // Without its content, which may be on the page already.
    else put(old, match ||= own(node, 'cloneNode'), next)
    kept.add(match)
    if (match != node) morph(match, node)
  }
  // A translator puts a FONT in the place of a text. Scripts and extensions put another text there.
  for (const node of own(old, 'childNodes'))
    if (ours.has(node) ? !kept.has(node) : /^(FONT|#text)$/.test(own(node, 'nodeName'))) gone.push([old, node])
}

// Patches

function replace(old, fresh) {
  let e = old
  gone = []
  if (own(old, 'nodeName') != own(fresh, 'nodeName')) {
    gone.push([own(old, 'parentNode'), old])
    own(old, 'before', e = own(fresh, 'cloneNode'))
  }
  morph(e, fresh)
  for (const [parent, node] of gone) own(node, 'parentNode') == parent && own(parent, 'removeChild', node)
}

const page = {
  title: text => document.title = text,
  language: text => root.lang = text,
  direction: text => root.dir = text,
  viewport: text => one('[name=viewport]').content = text,
  mark: text => screens = text,
  depth: text => depth = +text,
  leave: text => left = text?.replace(/\d+ /, ''),
  heading(text) {
    one('.page-heading')?.remove()
    if (text) notices.before(parse(`<header class="page-heading"><h1>${new Option(text).innerHTML}</h1></header>`))
  },
}

// Notices

notices.className = 'floating'
// The focus goes back to what was pressed.
notices.onclick = notices.onanimationend = ({target}) => {
  if (target.className != 'close') return
  if (one(':focus', notices)) byID(focus)?.focus()
  notices.replaceChildren()
}

// The number of presses and texts that wait.
const waiting = () => [...queue, {...job}].filter(({tap, field}) => tap || field).length

function showBanner() {
  const count = waiting(), text = texts[navigator.onLine ? 'away' : 'offline'] + (count ? ' ' + texts.waiting.replace('%@', count) : '')
  banner ||= add('<div class="notice offline" role="alert"></div>')
  if (banner.textContent != text) banner.textContent = text
}

onbeforeunload = event => { if (!over && waiting() && (banner || Date.now() > job.since + 1000)) event.preventDefault() }

function refuse(notice) {
  notices.innerHTML = notice
  finish()
}

// Focus

// Where the focus was on each screen, and before each dialog opened
const trails = {}

// Where the focus is, and where it goes if this element is removed: to the same control of the row in its place, else of the next row,
// else of the row before, else to the innermost element around it that is left.
function trail(e) {
  // Scrolling takes the focus to no other row.
  const row = !job.look && e.closest('li'), after = row ? [...own(row.parentNode, 'children')] : []
  const before = after.splice(0, after.indexOf(row) + 1).reverse(), rest = row && (id(e) || own(e, 'getAttribute', 'value'))?.slice(id(row)?.length)
  // A row that shows something else may have another id.
  const fresh = () => [after[0]?.previousElementSibling, before[1]?.nextElementSibling].find(other => other && ![...before, ...after].includes(other))
  const list = [fresh, ...[...after, ...before].map(other => () => other)].map(find => () => {
    const other = find(), name = other?.isConnected && id(other) + rest
    return name && all('[id], button', other).find(e => (id(e) || e.value) == name)
  })
  list.unshift(() => e.isConnected ? e : byID(id(e)))
  // Rows come to a room whose button has the focus: the next one is the first of them.
  const room = e.closest('[data-room]')
  if (room) {
    const view = room.closest('[data-seen]'), rows = rowsOf(view), step = room == rows[0] ? -1 : 1, last = rows[rows.indexOf(room) - step]
    list.unshift(() => {
      const rows = rowsOf(view), next = rows[rows.indexOf(last) + step]
      return next && !next.dataset.room && focusable(next)
    })
  }
  for (let outer = e; (outer = own(outer, 'parentElement')) && outer != document.body;) list.push(() => own(outer, 'isConnected') && focusable(outer))
  return {list, row, fresh}
}

function focusable(e) {
  if (own(e, 'tabIndex') < 0) {
    set(e, 'tabindex', -1)
    e.onblur = () => set(e, 'tabindex')
  }
  return e
}

const focuses = e => e && (e == document.activeElement || own(e, 'focus', {preventScroll: e.onblur}), e == document.activeElement)

// The rows of a list, and the room for others
const rowsOf = list => all('li:not([data-ghost]), [data-room]', list).filter(row => row.parentNode.closest('li, [data-seen]') == list)

// Parts: files that are loaded when a page has what they are for. Each is a function that gets what follows, and returns what is called:
// `changes()` before a patch, and what it returns after it; `moved(from, back)` when another screen is shown, `finished()` after a job,
// `sends(headers)`, and `leaves()` when the page goes.

const live = {
  all, one, byID, id, root, here, texts, save, fields, rowsOf, initial, enqueue,
  // A picture of an element: no part of the form, and nothing that a patch, a list or a field is about.
  copyOf(e) {
    const copy = e.cloneNode(true)
    for (const part of [copy, ...all('*', copy)]) {
      if (part.id) part.dataset.ghost = part.id
      for (const name of 'id name readonly autofocus data-scrolls data-seen data-room data-live'.split(' ')) part.removeAttribute(name)
    }
    return copy
  },
  askSoon() {
    clearTimeout(again)
    again = setTimeout(ask)
  },
  get depth() { return depth },
  get job() { return job },
  get queue() { return queue },
  get isOver() { return over },
}
const parts = [], loaded = {}

let hasMotion
const addPart = name => loaded[name] ||= import(texts[name]).then(part => {
  parts.push(part.default(live))
  hasMotion ||= name == 'motion'
}).catch(() => {})

function addParts() {
  if (one('[data-seen], [data-scrolls], [data-keyboard], li')) addPart('lists')
  if (texts.opening || one('[data-plays]')) addPart('motion')
  if (one('.UINavigationBar, .step, .swipe, .reorder, .UIRefreshControl, dialog[class]')) addPart('gestures')
  if (one('[data-touches]')) addPart('touch')
  if (one('[type=file], [data-shares]')) addPart('files')
  if (one('[data-medium]')) addPart('media')
}

// Screens

// Scroll positions, by screen
const positions = {}
const scroll = ([name, ...position]) => {
  const e = name ? byID(name) : root
  e?.scrollTop || e?.scrollLeft || e?.scrollTo(...position)
}
const levels = url => url.split('/').length
const screen = () => shown.split('?')[0] + depth

function show({url, version: newVersion = version, markup = '', style, rules, page: values = [], notices: news = '', working, motion}, moves) {
  const before = fields().map(field => [field, field.value, initial(field)]), autofocus = all('[autofocus]')
  const place = trail(job.tap?.closest('[data-room]') ? job.tap : document.activeElement), count = all('dialog').length, from = screen(), old = shown, level = depth
  const scrolled = all('html, [data-scrolls]').map(e => [id(e), e.scrollLeft, e.scrollTop])
  const changed = parts.map(part => part.changes?.({motion, moves}))

  for (const fresh of [...parse(markup).children]) replace(style == null ? find(id(fresh)) : one('.UIWindow'), fresh)
  if (style != null) sheet.textContent = style
  if (rules) sheet.append(rules)
  while (values.length) page[values.shift()](values.shift())
  version = newVersion
  scrolled.map(scroll)
  changed.map(then => then?.())

  for (const [field, old, usual] of before) {
    // A text that a refused form had in a field that takes none now would have each form refused.
    const sent = job.refused && !field.closest('[inert], [hidden]') ? null : job.sent?.get(field), taken = sent == old, fresh = initial(field)
    // A tap has used a text, and the user has typed on.
    const later = sent && job.tap && !fresh && old.startsWith(sent) ? old.slice(sent.length) : old
    enter(field, taken || old == usual ? fresh : later)
    // A double click sends a text once.
    if (taken && field.value != old) dropRepeats()
  }
  shown = url
  const way = Math.sign(levels(url) - levels(old) || depth - level)
  if (news || job.busy) notices.innerHTML = news
  if (!working) one('.working', notices)?.remove()

  const dialogs = all('dialog'), more = dialogs.length - count, top = dialogs.at(-1)
  if (moves || job.busy == announcer) note(old, way)
  // A sheet comes from below, by its own height.
  if (more > 0 && top.matches('.sheet, .actions') && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    one('form', top).animate({translate: ['0 100%', '0 0']}, {duration: 500, easing: 'cubic-bezier(0.32, 0.72, 0, 1)'})
  if (moves) {
    positions[from] = scrolled
    root.dataset.move = more ? 0 : way
    const returns = way < 1 || !job.tap && !job.touch
    if (!more) {
      all('html, [data-scrolls]').map(e => e.scrollTo(0, 0))
      if (returns) positions[screen()]?.map(scroll)
    }
    parts.map(part => part.moved?.(from, !more && returns && screen()))
    announcer.textContent = document.title
  } else if (place.row && !job.look && !byID(id(place.row)) && !place.fresh() && !news) announcer.textContent = texts.removed.replace('%@', () => (one('p', place.row) || place.row).textContent)
  if (from != screen()) {
    renewed = performance.now()
    dropRepeats()
  }
  addParts()
  trails[more > 0 ? dialogs.length : from] = place
  const back = trails[more < 0 ? dialogs.length + 1 : way < 0 && screen()] || place
  focuses(all('[autofocus]').find(e => !autofocus.includes(e))) || more < 1 && back.list.some(next => focuses(next())) || top && all(':enabled, a', top).some(focuses)
  if (left && byID(left)?.contains(document.activeElement)) {
    focus = ''
    document.activeElement.blur()
  }
  left = ''
}

// History. The state of an entry is the depths of the screens up to its own one, at its URL and those above it.

const isAt = (url, above) => (url + '/').startsWith(above + '/')

function note(from, way) {
  // Not earlier, because a reload restores the position.
  history.scrollRestoration = 'manual'
  const goes = shown != from, old = (isAt(shown, from) || isAt(from, shown)) && history.state || [], isBelow = level => level < depth
  const {back, tap = job.touch, url} = job, surplus = old.length - old.filter(isBelow).length - 1
  if (tap && !back && way < 0 && surplus > 0 && old.includes(depth)) {
    skips = true
    return history.go(-surplus)
  }
  // A side effect may lead to a screen later. An app may refuse to go back.
  const adds = back ? depth > back && way >= 0 : (tap || url == from && way > 0) && (goes || way > 0) && !queue.some(({url}) => url)
  // An entry that is replaced is not one below.
  const state = [...(adds ? old : old.slice(0, -1)).filter(isBelow), depth]
  history[adds ? 'pushState' : 'replaceState'](state, '', shown)
  if (back < depth && way < 0) goBack(back)
}

const cancels = '#screen :is(.outside, .cancel, [data-cancels])'

const goBack = back => enqueue({back, busy: announcer})

onpopstate = ({state, hasUAVisualTransition: still}) => {
  // Going back has stopped the page that was being loaded.
  if (over) return location = here()
  if (skips) {
    skips = false
    return history.replaceState(state, '', shown)
  }
  const level = isAt(shown, here()) && state?.at(-1)
  if (level < depth && level) goBack(level)
  else if (level > depth && here() == shown) {
    // That screen has gone.
    skips = true
    history.back()
  } else enqueue({url: here(), still, busy: announcer})
}

// What the waiting presses will do, as far as the page knows: elements, names of attributes and their next values. They are over
// what the server sent, until it answers.

let ahead = []

function foresee(tap) {
  const group = tap.parentNode, flip = (e, name) => [e, name, `${e.getAttribute(name) != 'true'}`]
  // One of several is chosen.
  const choose = (name, no) => all(`[${name}]`, group).map(e => [e, name, no]).concat([[tap, name, one('[aria-current]', group)?.ariaCurrent || 'true']])
  if (tap.role == 'switch') return [flip(tap, 'aria-checked')]
  if (tap.role == 'radio') return choose('aria-checked', 'false')
  if (group.matches('.UIPageControl, .UITabBar')) return choose('aria-current')
  // One of the rows of which several can be selected
  if (tap.matches('.stretched[aria-pressed]') && all('.stretched[aria-pressed]', group.parentNode).length > 1)
    return [flip(tap, 'aria-pressed'), [group, 'data-selected', tap.ariaPressed == 'true' ? null : '']]
}

function showAhead() {
  for (const [e, name] of ahead) set(e, name, ours.get(e)?.[name])
  ahead = [{...job}, ...queue].flatMap(({ahead}) => ahead || [])
  for (const change of ahead) set(...change)
}

// Jobs, one at a time: what the stream told (from), a tap, typing (field), what is seen (look), what fingers do (touch), or a GET

let queue = [], told = [], job, xhr, asked, skips, tries = 0, retry, again, bar, banner, tab

const dropRepeats = () =>
  queue = queue.filter(({tap, back, busy}) => back || !tap || tap != job.tap || (busy.ariaBusy = null))

function ask() {
  clearTimeout(again)
  asked = true
  pump()
}

function enqueue(next, isFirst) {
  if (next.busy) next.busy.ariaBusy = notices.dataset.busy = true
  if (next.tap) next.ahead = foresee(next.tap)
  queue[isFirst ? 'unshift' : 'push'](next)
  showAhead()
  pump()
}

function pump() {
  if (banner || tries && waiting()) showBanner()
  if (job || over || !(job = told.shift() || queue.shift() || asked && !document.hidden && {})) return
  job.url ??= shown
  job.since = Date.now()
  if (job.from) return follow()
  // Known only now: the press before may have closed something.
  if (job.back) job.tap = one('#screen .BackButton') || one(cancels)
  if (!job.tap && !job.field && !job.back && !job.look && !job.touch) asked = false
  else if (!fill(one('#screen'))) {
    // Nothing can be pressed: a screen without a URL stays, and its entry.
    if (job.back && here() != shown) queue.unshift({url: here(), busy: announcer})
    else if (job.back) {
      skips = true
      history.forward()
    }
    return finish(true)
  }
  job.files?.[0] ? read().then(send, () => {
    all('[type=file]').map(field => field.value = '')
    refuse(texts.file)
  }) : send()
}

// A file may change after it was chosen. Firefox and WebKit would send a part of it, or nothing.
async function read() {
  const data = new FormData
  for (const [name, value] of job.data)
    data.append(name, value.name ? new File([await value.arrayBuffer()], value.name, value) : value)
  job.data = data
}

function finish(isUnsent) {
  // The same file can be chosen again.
  if (job.files?.[0]) all(':is(.DocumentPickerView, [data-takes]) [type=file]').map(field => field.value = '')
  if (job.busy) job.busy.ariaBusy = queue.some(({busy}) => busy == job.busy) || null
  notices.dataset.busy = queue.some(({busy}) => busy)
  if (isUnsent) job.touch?.answered(410)
  job = null
  showAhead()
  parts.map(part => part.finished?.(isUnsent))
  pump()
}

function fill(form) {
  const {tap, field, look, touch} = job, e = tap || field || look || touch?.view, {name, value, isConnected} = e || {}
  // What fingers have begun goes on, also if the app has covered or removed the view.
  if (!form || !touch?.messages && (!isConnected || e.closest('[inert], [hidden], :disabled'))) return
  const data = new FormData(tap || touch?.ends ? form : undefined)
  data.set('page', random() + '.' + screens + '.' + mark)
  if (touch) data.append(touch.name, touch.take())
  // A text field whose keyboard is a picker has no name.
  else if (name && !look) data.append(name, value)
  job.sent = new Map(fields().filter(field => data.has(field.name)).map(field => [field, field.value]))
  for (const [field] of job.sent) clearTimeout(field.timer)
  clearTimeout(focusTimer)
  focus = focused().id
  job.files = [...data.values()].filter(({name}) => name)
  return job.data = (tap?.formEnctype || own(form, 'enctype'))[0] == 'm' ? data : new URLSearchParams(data)
}

const type = 'text/vnd.tempura.patch'

// Not read for each request: a press would have the page laid out once more.
let size
function measure() {
  const {width, height, scale} = visualViewport, style = getComputedStyle(root)
  size = [width * scale, height * scale, ...(style.fontSize + style.getPropertyValue('--safe-area')).match(/[\d.]+/g)].map(Math.round).join(' ')
}

function send() {
  retry = 0
  if (!job) return
  xhr = new XMLHttpRequest
  xhr.open(job.data ? 'POST' : 'GET', job.url, !job.prints)
  const headers = {
    Version: version,
    Release: texts.release,
    Session: mark,
    Tab: tab,
    Focus: encodeURIComponent(focus),
    Stream: stream,
    'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    Screen: size,
  }
  if (job.place) headers.Place = job.place
  parts.map(part => part.sends?.(headers))
  for (const name in headers) xhr.setRequestHeader('Tempura-' + name, headers[name])
  xhr.setRequestHeader('Accept', type)
  if (job.files?.[0]) {
    bar = add(texts.upload)
    const photo = job.files.find(({type}) => /^image/.test(type)), reader = new FileReader
    if (photo) reader.readAsDataURL(photo)
    reader.onload = () => bar.prepend(Object.assign(new Image, {src: reader.result, alt: ''}))
    xhr.upload.onprogress = ({loaded, total}) => bar.firstChild.value = loaded / total
    bar.lastChild.onclick = () => {
      xhr.onloadend = null
      xhr.abort()
      bar.remove()
      // The upload may be applied all the same, and the old stream does not tell.
      openStream()
      finish()
    }
  } else if (!job.prints) xhr.timeout = 20000
  xhr.onloadend = answer
  try {
    xhr.send(job.data)
  } catch {
    // It prints, and is offline.
    xhr.onloadend = null
    finish(true)
  }
}

// There is no answer from the server.
function wait() {
  if (++tries > 3 || job.data) showBanner()
  // Only a page can follow a proxy to a log-in at another site.
  if (!xhr.status && tries > 1 && navigator.onLine) fetch(job.url, {redirect: 'manual', headers: {Accept: type}}).then(
    ({type}) => type == 'opaqueredirect' && retry && load(shown), () => {})
  retry = soon(send, tries)
}

function answer() {
  const {status} = xhr
  bar?.remove()
  if (!status || status > 501) return wait()
  if (tries) openStream()
  tries = 0
  banner = banner?.remove()
  let patch = status == 204 && {}
  try {
    if (xhr.getResponseHeader('Content-Type')?.startsWith(type)) patch = JSON.parse(xhr.responseText)
  } catch {}
  // The answer is not the server's, but a proxy's.
  if (!patch) {
    if (status > 399 && status != 401 && job.url == shown) {
      if (job.data && !job.look) return refuse(texts.refused.replace('%@', status))
      // The user has pressed nothing.
      again = setTimeout(ask, 20000)
      return finish()
    }
    return load(job.data ? shown : job.url)
  }
  const {url = job.data ? job.url : xhr.responseURL.slice(origin.length), location: to, reload, later, working} = patch
  if (reload || status > 399 && !job.data && url != shown) return load(url, reload && !later)
  job.refused = status > 299
  job.touch?.answered(status)
  update({...patch, url, ...(job.look || job.touch) && {notices: ''}}, () => {
    const pause = status > 399 && !job.data ? 20000 : working && !stream && 1000
    if (pause) again = setTimeout(ask, pause)
    if (job.data && !job.look) channel.postMessage(0)
    finish()
    if (to) location = to
  })
}

// Shows what the stream told if it follows the shown version. If an answer has brought it, nothing is left to do. If something is
// missing, asks.
function follow() {
  const [page, step] = version.split('.'), [other, next] = (job.version || job.from).split('.')
  if (job.from == version) return update(job, finish)
  if (page != other || +next > +step) asked = true
  finish()
}

function update(patch, then) {
  const {url, page: values = []} = patch, level = values.indexOf('depth') + 1
  const moves = url != shown || level && values[level] != depth
  const change = () => {
    try {
      show(patch, moves)
    } catch (error) {
      console.warn(error)
      return load(url, true)
    }
    then()
  }
  if (patch.motion && !hasMotion) return addPart('motion').then(change)
  if (!moves || patch.motion?.some(({leaves}) => leaves) || job.still || job.field || job.look || !document.startViewTransition) return change()
  root.dataset.move = 0
  moving = document.startViewTransition(change)
  moving.ready.catch(() => {})
}

// The storage may be full.
function save(name, value) {
  try { saved[name] = value } catch {}
}

// Loads a page. If the user has pressed nothing, but is in a field or has typed what was not sent, a button asks for it. The button
// sends the form, so that the server has what was typed.
function load(url, atOnce) {
  clearTimeout(retry)
  retry = 0
  if (!atOnce && !job.busy && url == shown && fields().some(e => e == document.activeElement || e.value != initial(e))) {
    notices.innerHTML ||= texts.renewed
    again = setTimeout(ask, 20000)
    return finish()
  }
  over = true
  if (url == shown && Date.now() - saved.tempuraLeft < 5000) save('tempuraPlain', 1)
  save('tempuraLeft', Date.now())
  // A reload keeps the scroll position. Some browsers would show texts again that a press has used.
  job.busy || url != shown ? location = url : location.reload()
  job = null
}

onsubmit = event => {
  const {target, submitter: tap} = event, isReturn = tap?.name == 'return'
  if (over || id(target) != 'screen') return
  event.preventDefault()
  if (composing) {
    const field = composing
    composing = field.blur()
    field.focus()
  }
  const busy = isReturn ? document.activeElement : tap
  if (isReturn && busy.ariaBusy) return
  tap.closest('[popover]')?.hidePopover()
  // Where a pointer has pressed a view, from its centre
  const {x, y} = pressed, box = x != null && tap.matches('.stretched') && tap.parentNode.getBoundingClientRect()
  enqueue({tap, busy, place: box && [x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2].join(' ')})
}

// A double click is meant for the screen and the button of its first click.
let renewed = 0, moving, held, pressed = {}
onclick = event => {
  const {detail, target, timeStamp, clientX, clientY} = event
  // While a change is animated, the page takes the clicks.
  const isRoot = target == root && moving
  if (isRoot) moving = moving.skipTransition()
  const e = isRoot ? document.elementFromPoint(clientX, clientY) : target, name = e.closest('button')?.value
  // The layout is read last: it costs most.
  if (detail > 1 && (timeStamp < renewed + 300 || name != pressed.name && timeStamp < pressed.time + 500 &&
    document.elementFromPoint(pressed.x, pressed.y)?.closest('button')?.value != pressed.name)) event.preventDefault()
  else if (isRoot) {
    e.focus()
    e.click()
  }
  pressed = detail ? {name, time: timeStamp, x: clientX, y: clientY} : {}
  renewed = 0
}

// A held Enter repeats only in its text area.
onkeydown = event => {
  const {key, keyCode, isComposing, repeat, target} = event
  if (/date|time|month/.test(target.type)) keyed = target
  if (!repeat) held = target.cols && target
  else if (key == 'Enter' && target != held) event.preventDefault()
  // In Safari, a composition ends before the key that ends it.
  if (key != 'Escape' || isComposing || keyCode == 229 || one(':popover-open')) return
  const cancel = one(cancels)
  cancel ? cancel.click() : target.blur()
}

const sendField = field => queue.some(other => other.field == field) || enqueue({field})

oninput = ({target: field}) => {
  // A text that replaces the sent one may begin with it later.
  field.value.startsWith(job?.sent?.get(field)) || job?.sent?.delete(field)
  if (!field.matches('[data-live]') || field.validity.badInput || field == keyed) return
  if (field.type != 'range') clearTimeout(field.timer)
  field.timer = setTimeout(sendField, 150, field)
}

// Sends chosen files and values. The style sheet hides the buttons for that. Each digit of a date is a change: it is sent at its end.
const submit = field => field.closest('.DocumentPickerView, :has(> .set):not(:has([data-live]))')?.querySelector('.set, .default')?.click()
let keyed, late
onpointerdown = () => {
  keyed = 0
  // Its answer may move something.
  addPart('motion')
}
onchange = ({target}) => keyed == target ? late = target : submit(target)

function focusMoved() {
  // What an app shows in the place of the keyboard covers no field that has the focus.
  one(':focus:has(~ .input-views)')?.scrollIntoView({block: 'nearest'})
  if (late) late.matches('[data-live]') ? sendField(late) : submit(late)
  clearTimeout(focusTimer)
  late = null
  focusTimer = setTimeout(() => {
    const e = focused(), field = e.id != focus && [e, byID(focus)].find(e =>
      e?.matches('[data-live]') && !/range|date|time|select/.test(e.type))
    if (field) sendField(field)
  }, 150)
}

addEventListener('focusin', focusMoved)
addEventListener('focusout', focusMoved)
addEventListener('compositionstart', ({target}) => composing = target)
addEventListener('compositionend', () => composing = null)
onresize = () => {
  measure()
  if (one('.framed')) ask()
}

// The stream of one visible tab

let source, letGo, waits, stream = '', fails = 0, silent = 0, heard
const channel = new BroadcastChannel('tempura' + base)
channel.onmessage = ({data}) => hear(data)

// An event has what is new in each tab that the server knows. The others ask.
function hear(data) {
  const news = data && JSON.parse(data)[tab]
  if (!news) return ask()
  told.push(news)
  pump()
}

function listen(pause = silent > 1 ? 20000 : 45000) {
  clearTimeout(heard)
  heard = setTimeout(miss, pause)
}

// A proxy may hold the stream back: after two silent ones, the page asks by itself.
function miss() {
  channel.postMessage(0)
  ask()
  if (++silent < 2) return openStream()
  source.close()
  stream = ''
  listen()
}

function openStream() {
  if (!letGo) return
  source?.close()
  silent = Math.min(silent, 1)
  listen()
  const name = random(), opened = source = new EventSource(base + '/live?stream=' + name)
  opened.addEventListener('pulse', () => {
    fails = silent = 0
    listen()
  })
  opened.addEventListener('change', ({data}) => {
    listen()
    channel.postMessage(data)
    const isNew = stream != name
    stream = name
    isNew ? resume() : hear(data)
  })
  opened.onerror = () => {
    if (stream) listen(10000)
    stream = ''
    if (opened.readyState == 2) soon(() => source == opened && openStream(), ++fails)
  }
}

function lead() {
  measure()
  if (waits || document.hidden) return
  waits = true
  const start = () => new Promise(end => {
    letGo = () => {
      waits = source = letGo = null
      end()
    }
    document.hidden ? letGo() : openStream()
  })
  navigator.locks?.request('tempura' + base, start) || start()
}

function rest() {
  clearTimeout(heard)
  stream = ''
  source?.close()
  letGo?.()
}

// The tab's name is stored only between pages, so that a duplicated tab has another.
function begin() {
  tab ||= saved.tempuraTab || random()
  save('tempuraTab', '')
  if (history.state?.at(-1) != depth) history.replaceState([depth], '')
}

function resume() {
  lead()
  if (silent > 1) openStream()
  if (retry) {
    clearTimeout(retry)
    send()
  }
  ask()
}

document.onvisibilitychange = () => document.hidden ? rest() : resume()
ononline = resume
onoffline = ask
onpagehide = () => {
  save('tempuraTab', tab)
  parts.map(part => part.leaves?.())
  history.scrollRestoration = 'auto'
  rest()
  navigator.sendBeacon(base + '/live', new URLSearchParams({tab}))
}
onpageshow = ({persisted}) => {
  if (!persisted) return
  over = false
  begin()
  resume()
}

const worker = one('[name=service-worker]')
if (worker) navigator.serviceWorker?.register(worker.content).catch(() => {})
begin()
lead()
// The page asks when its stream opens, or after 3 seconds. A page whose layout depends on the screen does not wait.
again = setTimeout(ask, one('.framed') ? 0 : 3000)
addParts()
})()

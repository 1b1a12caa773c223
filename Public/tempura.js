// Sends taps as the form would, and patches the page with the answers: docs/live.md.
// What is unexpected is left to the browser: the plain page is always right.
'use strict';
(() => {
  const texts = document.currentScript.dataset, root = document.documentElement, saved = sessionStorage
  const all = (selector, parent = document) => [...parent.querySelectorAll(selector)]
  const one = (selector, parent) => all(selector, parent)[0]
  const byID = name => document.getElementById(name)
  const parse = innerHTML => Object.assign(document.createElement('template'), {innerHTML}).content
  const add = markup => document.body.appendChild(parse(markup).firstChild)
  const random = () => (Math.random() + '' + Math.random()).replace(/\D/g, '').slice(-20)
  const soon = (action, tries) => setTimeout(action, 150 * 2 ** Math.min(tries, 8) * (1 + Math.random()))
  const here = () => location.pathname + location.search
  const notices = byID('notices'), sheet = one('style[nonce]')
  const announcer = add('<div class="announcement" role="status"></div>')
  if (saved.tempuraPlain) return saved.removeItem('tempuraPlain')
  let {version} = texts, shown = here(), isOver

  // Fields. Their defaults are the server's values.

  const fields = () => all('input:not([type=hidden]), textarea, select')
  const initial = field => field.options ? (one('[selected]', field) || field.options[0])?.value : field.defaultValue
  let composed // by an input method

  function enter(field, text) {
    if (field != composed && field.value != text) field.value = text
  }

  // Morphing. What has an id, or a place among those without, stays.

  const id = node => node.nodeType == 1 && node.getAttribute('id') // form.id may be a field
  const key = node => id(node) || node.name == 'tap' && node.value
  const set = (element, name, text) => text == null ? element.removeAttribute(name) : element.setAttribute(name, text)
  const put = (parent, node, next) =>
    parent[parent.moveBefore && node.isConnected ? 'moveBefore' : 'insertBefore'](node, next)

  function morph(old, fresh) {
    if (old.nodeType != 1) return old.data == fresh.data || (old.data = fresh.data)
      for (const {name} of [...old.attributes]) fresh.hasAttribute(name) || name == 'open' || set(old, name)
    for (const {name, value} of fresh.attributes) old.getAttribute(name) == value || set(old, name, value)
    morphContent(old, fresh)
  }

  function morphContent(old, fresh) {
    const olds = [...old.childNodes], loose = olds.filter(node => !key(node))
    const keyed = new Map(olds.map(node => [key(node), node])), matches = new Map
    for (const node of fresh.childNodes) {
      // Perhaps from another parent: the form moves to the top screen.
      const match = key(node) ? keyed.get(key(node)) || byID(id(node))
        : loose.splice(0, 1 + loose.findIndex(other => other.nodeName == node.nodeName)).pop()
      matches.set(node, match?.nodeName == node.nodeName && !match.contains(old) && match)
    }
    const kept = new Set(matches.values())
    let next = old.firstChild
    for (let [node, match] of matches) {
      while (next && !kept.has(next)) next = next.nextSibling
      if (match && match == next) next = next.nextSibling
      else put(old, match ||= /FORM|DIALOG/.test(node.nodeName) ? node.cloneNode() : node, next)
      if (match != node) morph(match, node)
    }
    for (const node of olds) if (node.parentNode == old && !kept.has(node)) node.remove()
  }

  // Patches. A missing element throws.

  function find(target) {
    const [name, ...path] = [].concat(target)
    let element = byID(name)
    for (let index of path) for (element = element.firstElementChild; index--;) element = element.nextElementSibling
    return element
  }

  const pairs = (list, use) => { while (list.length) use(...list.splice(0, 2)) }

  const operations = {
    a: (target, ...list) => pairs(list, set.bind(null, find(target))),
    t: (target, text) => find(target).textContent = text,
    h: (target, markup) => morphContent(find(target), parse(markup)),
    r(target, markup) {
      const old = find(target), fresh = parse(markup).firstChild
      if (old.nodeName == fresh.nodeName && id(old) == id(fresh)) morph(old, fresh)
      else old.replaceWith(fresh)
    },
    d: (...targets) => targets.map(find).forEach(element => element.remove()),
    i: (target, next, markup) => put(find(target), parse(markup), next && find(next)),
    m: (target, next, ...ids) => ids.forEach(name => put(find(target), find(name), next && find(next))),
    s: css => sheet.append(css),
    p: (...list) => pairs(list, (name, text) => page[name](text)),
  }

  const page = {
    title: text => document.title = text,
    language: text => root.lang = text,
    direction: text => root.dir = text,
    viewport(text) {
      const meta = one('[name=viewport]')
      meta.content = meta.content.replace(/^width=[^,]*(, initial-scale=[^,]*)?/, text)
      byID('font') || add('<link id="font" rel="stylesheet" href="/fonts/tempura-sans.css">') // of pages with frames
    },
    heading(text) {
      one('.page-heading')?.remove()
      const escaped = new Option(text).innerHTML
      if (text) notices.before(parse(`<header class="page-heading"><h1>${escaped}</h1></header>`))
    },
    style: css => sheet.textContent = css,
    screen: markup => morph(one('.UIWindow'), parse(markup).firstChild),
  }

  // Showing an answer

  const places = {} // scroll positions by URL
  const openers = [] // the focus before each dialog
  const depth = url => url.split('?')[0].split('/').length

  function show({url, steps = [], whole, notices: news = '', version: newVersion}) {
    const before = fields().map(field => [field, field.value, initial(field)]), autofocus = all('[autofocus]')
    const focused = document.activeElement, count = all('dialog').length
    const isMove = url != shown, way = Math.sign(depth(url) - depth(shown))
    let [generation, number] = version.split('.')
    if (isMove) places[shown] = all('html, [data-scrolls]').map(e => [id(e), e.scrollLeft, e.scrollTop])

    for (const [n, ...step] of steps) {
      if (n <= number) continue
      if (n != ++number) throw 'gap'
      for (const [name, ...values] of step) operations[name](...values)
    }
    for (const name in whole) page[name](whole[name])
    if (!whole && generation + '.' + number != newVersion) throw 'gap'
    version = newVersion

    for (const [field, old, usual] of before) {
      // What is as it was sent has been taken over.
      const isTaken = job.request.status < 300 && job.sent?.get(field) == old
      enter(field, isTaken || old == usual ? initial(field) : old)
      // A double click would send the text again.
      if (isTaken && field.value != old) queue = queue.filter(({control, busy}) => !control || control != job.control || (busy.ariaBusy = null))
    }
    // Catching up leaves the message of a tap.
    if ((news || job.data || isMove) && notices.innerHTML != news) notices.innerHTML = news

    const dialogs = all('dialog'), top = dialogs.at(-1), more = dialogs.length - count
    if (isMove) {
      root.dataset.move = more ? 0 : way // for the style sheet
      if (job.data || url != job.url) history[job.control ? 'pushState' : 'replaceState'](null, '', url)
      shown = url
      if (!more) scrollTo(0, 0)
      if (!more && (way < 1 || !job.control)) {
        for (const [name, ...place] of places[url] || []) (name ? byID(name) : root)?.scrollTo(...place)
      }
      announcer.textContent = document.title
    }
    const opener = more < 0 && openers[dialogs.length + 1] || focused
    if (more > 0) openers[dialogs.length] = focused
    const candidates = [
      all('[autofocus]').find(e => !autofocus.includes(e)),
      more < 1 && (opener.isConnected ? opener : byID(id(opener))),
      ...top ? all('button, a, input, textarea, select', top) : [],
    ]
    candidates.some(e => e && (e.focus(), e == document.activeElement))
  }

  // Requests, one at a time. A job is a tap (control), typing (field), or a GET.

  let queue = [], job, isAsked, tries = 0, retry, banner, tab, latency = 0

  function ask() {
    isAsked = true
    pump()
  }

  function pump() {
    if (job || isOver || !(job = queue.shift() || isAsked && !document.hidden && {})) return
    job.url ??= shown
    if (!job.control && !job.field) isAsked = false
    else if (!fill(one('#screen'))) return finish()
    send()
  }

  function finish() {
    if (job.busy) job.busy.ariaBusy = null
    job = null
    pump()
  }

  // A control that has gone is not pressed, as on a phone.
  function fill(form) {
    const {control, field} = job, {name, value, isConnected} = control || field
    if (!form || !isConnected || control?.matches('[inert] *, :disabled')) return
    const data = new FormData(control && form)
    data.set('page', job.nonce = random())
    data.append(name, value)
    job.sent = new Map(fields().filter(field => data.has(field.name)).map(field => [field, field.value]))
    job.isUpload = [...data.values()].some(entry => entry.size)
    return job.data = form.enctype[0] == 'm' ? data : new URLSearchParams(data)
  }

  function send() {
    retry = 0
    const request = job.request = new XMLHttpRequest, {width, height, scale} = visualViewport
    request.open(job.data ? 'POST' : 'GET', job.url)
    const headers = {
      Accept: 'text/vnd.tempura.patch',
      'Tempura-Version': version,
      'Tempura-Release': texts.release,
      'Tempura-Tab': tab,
      'Tempura-Stream': stream,
      // A phone scales pages with frames.
      'Tempura-Screen': [width * scale, height * scale, parseFloat(getComputedStyle(root).fontSize)].map(Math.round).join(' '),
    }
    for (const name in headers) request.setRequestHeader(name, headers[name])
    if (job.isUpload) showProgress(request)
    else request.timeout = 20000
    request.onloadend = answer
    latency ? setTimeout(() => request.send(job.data), latency) : request.send(job.data)
  }

  function answer() {
    const {status, responseText} = job.request
    job.bar?.remove()
    if (!status || status > 501) return lose()
    tries = 0
    if (banner) {
      banner = banner.remove()
      openStream() // The old one may be silent.
    }
    let patch = {version, url: shown}
    try {
      if (status != 204) patch = JSON.parse(responseText)
    } catch {
      return bePlain()
    }
    if (saved.tempuraDebug) console.log(job.url, status, responseText)
    const {url, location, reload, working} = patch
    if (location || reload) return leave(location || url)
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
    }
    if (url == shown || job.isStill || !document.startViewTransition) update()
    else document.startViewTransition(update).ready.catch(() => {})
  }

  // The same form goes again, and is applied once.
  function lose() {
    const {onLine} = navigator
    if (++tries > 3 && job.isUpload && onLine) return bePlain() // It may be too large.
    if (tries > 1 || !onLine) banner ||= add(`<div class="notice offline" role="alert">${texts.offline}</div>`)
    retry = soon(send, tries)
  }

  function showProgress(request) {
    const bar = job.bar = add(`<div class="upload"><progress></progress><button>${texts.cancel}</button></div>`)
    request.upload.onprogress = ({loaded, total}) => bar.firstChild.value = loaded / total
    bar.lastChild.onclick = () => {
      request.onloadend = null
      request.abort()
      bar.remove()
      finish()
    }
  }

  // The plain way

  function leave(url) {
    isOver = true
    // If loading the page did not help, it is without script the next time.
    if (url == shown && Date.now() - saved.tempuraLeft < 5000) saved.tempuraPlain = 1
    saved.tempuraLeft = Date.now()
    location[job.control ? 'assign' : 'replace'](url)
  }

  // The same fields with the same `page` are applied once.
  function bePlain() {
    if (!job.data) return leave(job.url)
    isOver = true
    for (const [field, sent] of job.sent) enter(field, sent)
    one('[name=page]').value = job.nonce
    one('#screen').requestSubmit(job.control)
  }

  // Events

  onsubmit = event => {
    const {target, submitter: control} = event, isReturn = control.name == 'return'
    if (isOver || id(target) != 'screen') return
    event.preventDefault()
    clearTimeout(timer)
    // Each press of a button counts. Enter repeats while it is held.
    if (isReturn && [job, ...queue].some(other => other?.control == control)) return
    const busy = isReturn ? document.activeElement : control
    busy.ariaBusy = true
    queue.push({control, busy})
    control.closest('[popover]')?.hidePopover()
    control.closest('.actions')?.removeAttribute('open')
    pump()
  }

  onpopstate = event => {
    if (here() == shown && !job) return
    queue.push({url: here(), isStill: event.hasUAVisualTransition})
    pump()
  }

  onkeydown = ({key}) => {
    if (key == 'Escape' && !composed && !one(':popover-open')) one('#screen > .outside, dialog .buttons > .cancel')?.click()
  }

  let timer
  oninput = onchange = ({type, target: field}) => {
    const isChange = type == 'change'
    if (!field.matches('[data-live]') || field.validity.badInput || isChange && !timer) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = 0
      if (!queue.some(other => other.field == field)) queue.push({field})
      pump()
    }, isChange || field.type == 'range' ? 0 : 150)
  }
  addEventListener('compositionstart', ({target}) => composed = target)
  addEventListener('compositionend', () => composed = null)
  onresize = () => one('.framed') && ask()

  // The stream. One visible tab has it, and tells the others.

  let source, letGo, isWaiting, stream = '', failures = 0
  const channel = new BroadcastChannel('tempura')
  channel.onmessage = ask

  function openStream() {
    if (!letGo) return
    source?.close()
    const name = random(), own = source = new EventSource('/live?stream=' + name)
    const hear = ({data}) => {
      if (data == null) return // the connection's own `open`
      stream = name
      failures = 0
      channel.postMessage(0)
      comeBack()
    }
    own.addEventListener('open', hear)
    own.addEventListener('change', hear)
    own.onerror = () => {
      stream = ''
      if (own.readyState == 2) soon(() => source == own && openStream(), ++failures)
    }
  }

  function lead() {
    if (isWaiting || document.hidden) return
    isWaiting = true
    const start = () => new Promise(end => {
      letGo = () => end(isWaiting = source = letGo = null)
      document.hidden || isOver ? letGo() : openStream()
    })
    // Over plain HTTP there are no locks, and each tab has a stream.
    navigator.locks ? navigator.locks.request('tempura', start) : start()
  }

  function rest() {
    stream = ''
    source?.close()
    letGo?.()
  }

  // The name of the tab is stored while it shows no page: a duplicated tab has another one.
  function begin() {
    tab ||= saved.tempuraTab || random()
    saved.removeItem('tempuraTab')
    history.scrollRestoration = 'manual'
    comeBack()
  }

  function comeBack() {
    lead()
    if (retry) {
      clearTimeout(retry)
      send()
    }
    ask()
  }

  document.onvisibilitychange = () => document.hidden ? rest() : comeBack()
  ononline = comeBack
  onpagehide = () => {
    saved.tempuraTab = tab
    history.scrollRestoration = 'auto'
    rest()
  }
  onpageshow = ({persisted}) => {
    if (!persisted) return
    isOver = false
    begin()
  }

  if (/[?&]debug/.test(here())) saved.tempuraDebug = 1
  window.tempura = {latency: milliseconds => latency = milliseconds}
  begin()
})()

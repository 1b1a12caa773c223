// A random walk over the controls of a live page, for live-walk. Runs before the page's own script.
(() => {
const storage = sessionStorage, pause = ms => new Promise(end => later(end, ms)), later = setTimeout, drop = clearTimeout
const patches = []
let answered = 0

// What is on its way

let count = 0
const timers = new Set, wasSent = XMLHttpRequest.prototype.send, move = document.startViewTransition

XMLHttpRequest.prototype.send = function (body) {
  count++
  // Before the page's own handler, which may load a page.
  this.addEventListener('readystatechange', () => {
    if (this.readyState == 4) storage.walkLast = [String(body).slice(0, 300), this.status, this.responseText.slice(0, 300)].join(' → ')
  })
  // After the page's own handler, which applies the patch.
  this.addEventListener('loadend', () => later(() => {
    count--
    answered++
    patches.push([body ? String(body).slice(0, 500) : 'GET', this.status, this.responseText.slice(0, 1500)])
    if (patches.length > 4) patches.shift()
  }))
  return wasSent.call(this, body)
}

// The pause of typing is part of what is waited for, and made short.
window.setTimeout = (action, ms, ...rest) => {
  const timer = later(() => {
    timers.delete(timer)
    action()
  }, ms == 150 ? 5 : ms, ...rest)
  if (ms <= 1000) timers.add(timer)
  return timer
}
window.clearTimeout = timer => {
  timers.delete(timer)
  drop(timer)
}

if (move) document.startViewTransition = update => {
  count++
  const transition = move.call(document, update), end = () => later(() => count--)
  transition.updateCallbackDone.then(end, end)
  transition.finished.catch(() => {})
  transition.skipTransition()
  return transition
}

async function idle() {
  for (let calm = 0, rounds = 0; calm < 2; rounds++) {
    if (rounds > 8000) return `not idle: ${count} requests, ${timers.size} timers`
    await pause(0)
    calm = count || timers.size || document.querySelector('[aria-busy]') ? 0 : calm + 1
  }
}

// Comparing

function rules(css) {
  const sheet = new CSSStyleSheet, map = {}
  sheet.replaceSync(css)
  for (const {cssText} of sheet.cssRules) {
    for (const [name] of cssText.matchAll(/\.s\d+\b/g)) {
      (map[name.slice(1)] ??= new Set).add(cssText.replaceAll(name, '.s').replace(/\.s\d+\b/g, '.other'))
    }
  }
  return map
}

function clean(root, css) {
  const map = rules(css), copy = root.querySelector('.UIWindow').cloneNode(true)
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of ['aria-busy', 'autofocus', 'data-scroll-target']) element.removeAttribute(name)
    if (element.nodeName == 'DETAILS') element.removeAttribute('open')
    // It has the focus, because what had it has gone.
    if (element.matches(':not(button, input)[tabindex="-1"]')) element.removeAttribute('tabindex')
    const list = element.getAttributeNames().sort().map(name => [name, element.getAttribute(name)])
    for (const [name] of list) element.removeAttribute(name)
    for (const [name, value] of list) {
      const words = name == 'class' && value.split(' ').map(word => /^s\d+$/.test(word) ? [...map[word] ?? ['?']].join('') : word)
      element.setAttribute(name, words ? words.join(' ').trim() : value)
    }
  }
  return copy.outerHTML
}

const facts = page => [page.title, page.documentElement.lang, page.documentElement.dir,
  page.querySelector('.page-heading')?.textContent, page.querySelector('[name=viewport]').content].join('|')

async function compare() {
  const response = await fetch(location.href), text = await response.text()
  const css = text.match(/<style[^>]*>(.*?)<\/style>/s)?.[1] ?? ''
  const fresh = new DOMParser().parseFromString(text.replace(/<style.*?<\/style>/s, ''), 'text/html')
  if (!fresh.querySelector('.UIWindow')) return `the page has status ${response.status} and no window`
  const here = clean(document, document.querySelector('style[nonce]').textContent), there = clean(fresh, css)
  if (facts(document) != facts(fresh)) return `${facts(document)} instead of ${facts(fresh)}`
  if (here == there) return
  let i = 0
  while (here[i] == there[i]) i++
  const from = Math.max(here.lastIndexOf('<', i) - 60, 0)
  return `the document has …${here.slice(from, i + 160)}… and the page …${there.slice(from, i + 160)}…`
}

// Steps

function random(seed) { // mulberry32
  return () => {
    seed = seed + 0x6d2b79f5 | 0
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed)
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32
  }
}

const WORDS = ['Milk', ' ', '', 'é', 'ö', '<b>&amp;"\'', '日本語', 'مرحبا', 'שלום', '👩‍👩‍👧‍👦', '🇮🇹', '\u0301', '\u200b', 'a\\b', '12', '-3.5',
  'x'.repeat(70), '  two  ', '</script>', '\u2028', 'ﬁ', '%20+&=;']

function text(pick, field) {
  const number = (low, high) => low + Math.floor(pick() * (high - low + 1))
  const digits = (low, high) => String(number(low, high)).padStart(2, '0')
  const day = `${number(2024, 2027)}-${digits(1, 12)}-${digits(1, 28)}`, time = `${digits(0, 23)}:${digits(0, 59)}`
  switch (field.type) {
  case 'date': return day
  case 'time': return time
  case 'datetime-local': return `${day}T${time}`
  case 'month': return day.slice(0, 7)
  case 'color': return '#' + number(0x100000, 0xffffff).toString(16)
  case 'number': return String(number(-5, 105))
  case 'range': return String(+(field.min || 0) + pick() * ((field.max || 100) - (field.min || 0)))
  }
  const words = Array.from({length: number(0, 3)}, () => WORDS[number(0, WORDS.length - 1)])
  if (field.nodeName == 'TEXTAREA' && pick() < 0.3) words.push('\nline')
  const all = (pick() < 0.3 ? field.value : '') + words.join('')
  return field.maxLength > 0 ? all.slice(0, field.maxLength) : all
}

function type(field, value) {
  field.focus()
  if (field.nodeName == 'SELECT') field.selectedIndex = value
  else field.value = value
  field.dispatchEvent(new InputEvent('input', {bubbles: true}))
  field.dispatchEvent(new Event('change', {bubbles: true}))
}

const CONTROLS = 'button[name=tap], [popovertarget], summary, [name]:not(button, [type=hidden], [type=file])'

async function act(pick) {
  const screen = document.getElementById('screen'), chance = pick()
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter(e => !e.matches(':disabled, [inert] *') && (e.closest('form') == screen || e.form == screen) &&
      e.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  const control = controls[Math.floor(pick() * controls.length)], name = control?.value || control?.id || ''
  const back = chance < 0.07, {navigation} = window
  if (chance < 0.1 && navigation?.entries()[navigation.currentEntry.index + (back ? -1 : 1)]?.sameDocument) {
    const moved = new Promise(end => addEventListener('popstate', end, {once: true}))
    back ? history.back() : history.forward()
    await Promise.race([moved, pause(1000)])
    return back ? 'back' : 'forward'
  }
  if (chance < 0.13) {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))
    return 'Escape'
  }
  if (!control) return 'nothing'
  if (control.matches('button, summary, [type=checkbox], [type=radio]')) {
    control.focus()
    control.click()
    return `press ${name}`
  }
  if (control.nodeName == 'SELECT') {
    if (control.multiple) for (const option of control.options) option.selected = pick() < 0.5
    const index = control.multiple ? control.selectedIndex : Math.floor(pick() * control.options.length)
    type(control, index)
    return `select ${index} in ${control.name}`
  }
  const value = text(pick, control), old = control.value
  control.value = value
  // A refused value would have every further form refused.
  if (control.validity.valid) type(control, value)
  else control.value = old
  if (chance < 0.4 && control.nodeName == 'INPUT') {
    const form = control.form
    ;[...form.elements].find(e => e.type == 'submit')?.click()
    return `type ${JSON.stringify(value)} into ${control.name}, and Enter`
  }
  return `type ${JSON.stringify(value)} into ${control.name}`
}

// Takes steps until `end`; returns why it ended: null, or what is wrong.
window.walk = async (seed, end) => {
  const done = JSON.parse(storage.walkActions || '[]')
  const problem = what => ({step: +storage.walkStep, problem: what, url: location.pathname, actions: done.slice(-4), patches})
  const late = await idle()
  if (late) return problem(late)
  while (+(storage.walkStep ||= 0) < end) {
    const step = +storage.walkStep + 1, pick = random(seed * 1_000_003 + step)
    storage.walkStep = step
    answered = 0
    // Two things at once, now and then.
    for (let left = pick() < 0.2 ? 2 : 1; left; left--) {
      done.push(step + ': ' + await act(pick))
      storage.walkActions = JSON.stringify(done.slice(-6))
    }
    let found = await idle()
    if (found) return problem(found)
    if (patches.at(-1)?.[2].includes('"location":')) return {step, leaves: true}
    found = await compare()
    if (found) {
      // A side effect may have ended in between: then the stream tells of it.
      const first = found
      for (let tries = 0; found && tries < 15; tries++) {
        await pause(100)
        await idle()
        found = await compare()
      }
      if (found) return problem(first)
      storage.walkHealed = +(storage.walkHealed || 0) + 1
    }
    storage.walkAnswers = +(storage.walkAnswers || 0) + answered
  }
  return {step: +storage.walkStep, healed: +(storage.walkHealed || 0), answers: +(storage.walkAnswers || 0)}
}
})()

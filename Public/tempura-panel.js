// In development, on the pages of the panel: points at views on the pages of the app. See tempura-development.js.
(() => {
const channel = new BroadcastChannel('tempura-panel'), prefix = 'view-'
let outlined = null, points = false

// The id of a view's element, if something is in a row of the tree.
const viewOf = e => e.closest?.(`[id^="${prefix}"]`)?.id.slice(prefix.length)

function outline(id = null) {
  if (id != outlined) channel.postMessage({outline: id})
  outlined = id
}

function point(on) {
  points = on
  const button = document.getElementById('point')
  if (button) button.ariaPressed = on
}

addEventListener('pointerover', ({target}) => outline(viewOf(target)))
addEventListener('focusin', ({target}) => outline(viewOf(target)))
document.documentElement.addEventListener('pointerleave', () => outline())
addEventListener('pagehide', () => {
  outline()
  if (points) channel.postMessage({point: false})
})

// The app of the panel has nothing to do when its user points.
addEventListener('click', event => {
  if (!event.target.closest?.('#point')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  point(!points)
  channel.postMessage({point: points})
}, true)

// As if the user had typed the id and pressed Enter.
function find(id) {
  const e = document.getElementById('find-view'), field = e?.matches('input') ? e : e?.querySelector('input')
  if (!field) return
  field.focus()
  field.value = id
  field.form.requestSubmit(document.querySelector('[name=return]'))
}

channel.onmessage = ({data}) => {
  if (data.picked != null) {
    point(false)
    find(data.picked)
  } else if (data.point == false) point(false)
}

// The details of a selected step take the place of rows.
new MutationObserver(changes => {
  const row = changes.map(({target}) => target).find(e => e.ariaPressed && e.matches('.StepCell *'))
  if (row) requestAnimationFrame(() => row.scrollIntoView({block: 'nearest'}))
}).observe(document.documentElement, {subtree: true, attributeFilter: ['aria-pressed']})

// In the frame, the page does not hear the key that closes the panel.
addEventListener('keydown', event => {
  if (points && event.key == 'Escape') {
    point(false)
    channel.postMessage({point: false})
  } else if (self != top && event.ctrlKey && event.shiftKey && event.code == 'Period' && !/^\p{L}$/u.test(event.key)) channel.postMessage({toggle: true})
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)
})()

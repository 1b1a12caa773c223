"use strict"

// The search and the copy buttons. Everything else of the site works without a script.

const root = document.documentElement.dataset.root

// --- Copy buttons

for (const code of document.querySelectorAll("article figure:has(> pre)")) {
  const button = document.createElement("button")
  button.className = "copy"
  button.textContent = "Copy"
  button.addEventListener("click", async () => {
    const copy = code.querySelector("pre").cloneNode(true)
    for (const removed of copy.querySelectorAll("del")) removed.remove()
    await navigator.clipboard.writeText(copy.textContent)
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy" }, 2000)
  })
  code.append(button)
}

// --- Search

const maxResults = { Guides: 12, API: 40 }
const field = Object.assign(document.createElement("input"), {
  type: "text", placeholder: "Search the documentation", autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "go",
})
field.setAttribute("aria-label", "Search the documentation")
const results = Object.assign(document.createElement("div"), { className: "results" })
const count = Object.assign(document.createElement("p"), { className: "count", role: "status" })
const dialog = document.createElement("dialog")
dialog.setAttribute("aria-label", "Search")
dialog.append(field, results, count)
document.body.append(dialog)

const opener = document.querySelector(".search")
opener.innerHTML = "Search <kbd>/</kbd>"
opener.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  open()
})
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]")
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  open()
})
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close() })
dialog.addEventListener("keydown", move)
field.addEventListener("input", show)
results.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close() })

// The kinds of entries that are of guides, and those that are pages.
const isOfGuide = /^(page|guide|project)$/
const isWhole = /^(page|module|class|struct|protocol|enum)$/
let index, synonyms

function open() {
  if (!dialog.open) dialog.showModal()
  field.select()
  if (index) return
  // A script, as a page that was opened from a folder may not fetch.
  const script = document.createElement("script")
  script.src = `${root}search.js`
  script.addEventListener("load", () => {
    index = searchIndex.map(([kind, title, url, where, text]) => {
      const names = [title, title.split("(")[0]].flatMap((name) => [name, `${where}.${name}`]).map((name) => name.toLowerCase())
      const parts = title.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ").toLowerCase()
      return { kind, title, url, where, text, names, parts, around: where.toLowerCase(), lower: text.toLowerCase() }
    })
    synonyms = searchSynonyms
    show()
  })
  document.head.append(script)
}

function move(event) {
  const links = [...results.querySelectorAll("a")]
  const at = links.indexOf(document.activeElement)
  if (event.key === "ArrowDown") (links[at + 1] ?? links[at])?.focus()
  else if (event.key === "ArrowUp") (links[at - 1] ?? field).focus()
  else if (event.key === "Enter" && at < 0) links[0]?.click()
  else return
  event.preventDefault()
}

// The words of a query. Each is a list of terms that may stand for it: itself and, behind it, its synonyms, which are whole words.
function read(query) {
  const phrases = synonyms.flat().filter((term) => term.includes(" ")).join("|")
  const words = query.match(new RegExp(`(?:${phrases})s?(?!\\S)|\\S+`, "g")) ?? []
  const telling = words.filter((word) => !/^(an?|and|can|does|do|for|how|i|in|is|my|of|on|the|to|with)$/.test(word))
  return (telling.length ? telling : words).map((word) => {
    // Without the ending of a plural, a word is also found in its singular.
    const term = synonyms.flat().includes(word) ? word : word.replace(/(?<=...)s$/, "")
    return [...new Set([term, ...synonyms.filter((group) => group.includes(term)).flat()])].map((text, number) =>
      ({ text, isOwn: !number, begin: new RegExp(`(?<![a-z0-9])${escaped(text)}${number ? "s?(?![a-z0-9])" : ""}`, "g") }))
  })
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

// How well an entry fits all words; 0 if one of them is nowhere in it.
function score(entry, words, query) {
  let sum = 0
  for (const terms of words) {
    const best = Math.max(...terms.map((term) => points(entry, term) * (term.isOwn ? 1 : 0.5)))
    if (!best) return 0
    sum += best
  }
  if (words.length > 1 && entry.lower.includes(query)) sum += 20
  return (sum - Math.min(entry.title.length, 60) / 10) * (entry.kind === "project" ? 0.5 : 1)
}

function points({ kind, title, names, parts, around, lower }, { text, isOwn, begin }) {
  let sum = 0
  const at = names[0].indexOf(text), part = parts.search(begin)
  if ([text, `${text}s`].some((name) => names.includes(name))) sum = 100
  else if (part === 0 || isOwn && at === 0) sum = 60
  else if (part > 0 || isOwn && at > 0 && /[A-Z]/.test(title[at])) sum = 40
  else if (isOwn && at > 0) sum = 20
  if (isWhole.test(kind)) sum *= 1.5
  // Beside the title of a page stands what the page is about.
  if (around.search(begin) >= 0) sum += kind === "page" ? 30 : 12
  if (lower.includes(text)) sum += (isOwn ? 3 : 0) + Math.min(lower.match(begin)?.length ?? 0, 5)
  return sum
}

function show() {
  results.replaceChildren()
  count.textContent = ""
  const query = field.value.trim()
  if (!query || !index) return
  const lower = query.toLowerCase(), words = read(lower)
  const found = { Guides: [], API: [] }
  // Names of symbols, such as `Store` and `uiview.alpha`, come first. In lower case, what has synonyms is a word: `image`, `settings`.
  const isWord = synonyms.flat().some((term) => term === query || `${term}s` === query)
  let isName = false
  for (const entry of index) {
    const group = isOfGuide.test(entry.kind) ? "Guides" : "API"
    const isNamed = group === "API" && !isWord && entry.names.includes(lower)
    const points = score(entry, words, lower) + (isNamed ? 1000 : 0)
    isName ||= isNamed
    if (points > 0) found[group].push({ entry, points })
  }
  for (const name of isName ? ["API", "Guides"] : ["Guides", "API"]) {
    const group = found[name].sort((one, other) => other.points - one.points)
    if (!group.length) continue
    const heading = document.createElement("h2")
    heading.textContent = name
    const list = document.createElement("ul")
    list.append(...group.slice(0, isName ? maxResults.Guides : maxResults[name]).map(({ entry }) => item(entry, words.flat())))
    results.append(heading, list)
  }
  const all = found.Guides.length + found.API.length
  count.textContent = all === 0 ? "Nothing is found." : all === 1 ? "1 result" : `${all} results`
  results.scrollTop = 0
}

function item(entry, terms) {
  const link = document.createElement("a")
  link.href = root + entry.url
  const title = document.createElement("b")
  title.append(...marked(entry.title, terms))
  const where = document.createElement("small")
  where.textContent = entry.where === entry.title ? "" : entry.where
  link.append(title, where)
  const at = Math.max(0, terms.map(({ begin }) => entry.lower.search(begin)).find((at) => at >= 0) ?? 0)
  const start = at < 60 ? 0 : entry.text.lastIndexOf(" ", at - 40) + 1
  const text = entry.text.slice(start, start + 140)
  if (text) {
    const line = document.createElement("p")
    line.append(start ? "… " : "", ...marked(text, terms), start + 140 < entry.text.length ? " …" : "")
    link.append(line)
  }
  const element = document.createElement("li")
  element.append(link)
  return element
}

// The text as nodes, with the terms marked.
function marked(text, terms) {
  const pattern = terms.map(({ text, isOwn }) => (isOwn ? "" : "\\b") + escaped(text)).join("|")
  return text.split(new RegExp(`(${pattern})`, "i")).map((part, number) => {
    if (number % 2 === 0) return part
    const mark = document.createElement("mark")
    mark.textContent = part
    return mark
  })
}

customElements.define('star-rating', class extends HTMLElement {
  connectedCallback() {
    const button = '<button type="button" part="star" tabindex="-1"></button>'
    if (!this.shadowRoot) {
      this.attachShadow({mode: 'open'}).innerHTML =
        `<span part="stars" aria-hidden="true">${button.repeat(5)}</span><slot></slot>`
      this.shadowRoot.addEventListener('click', ({target}) => this.choose([...this.buttons].indexOf(target) + 1))
      this.addEventListener('input', () => this.draw())
      // The browser may restore the field when the user comes back.
      addEventListener('pageshow', () => this.draw())
      // A patch changes the field alone.
      new MutationObserver(() => this.draw()).observe(this, {subtree: true, childList: true, attributes: true})
    }
    this.draw()
  }

  get field() { return this.querySelector('select') }
  get buttons() { return this.shadowRoot.querySelectorAll('button') }

  choose(stars) {
    if (!stars || this.field.disabled) return
    this.field.value = this.field.value == stars ? 0 : stars
    this.field.dispatchEvent(new Event('input', {bubbles: true}))
  }

  draw() {
    this.buttons.forEach((button, index) => button.part.toggle('on', index < this.field.value))
  }
})

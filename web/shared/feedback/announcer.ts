let region: HTMLElement | undefined

/** Tells screen readers the effect of a key when nothing that they read has changed. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'spoken'
    document.body.append(region)
  }
  region.textContent = text
}

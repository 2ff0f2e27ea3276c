// Runs before the first paint, as a file of its own because the policy allows no inline script. Keys and attributes are those of
// web/shared/appearance/appearance.ts.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const theme = read('theme')
  const prefersLight = window.matchMedia('(prefers-color-scheme: light)').matches
  const isLight = theme === 'light' || (theme === 'system' && prefersLight)
  root.setAttribute('data-mantine-color-scheme', isLight ? 'light' : 'dark')
  // The pages that the server writes have no such element.
  if (isLight) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#ffffff')
  root.setAttribute('data-accent', read('colorScheme') ?? 'default')
  const fontSize = Number(read('fontSize'))
  if (fontSize >= 12 && fontSize <= 20 && fontSize !== 16) root.style.fontSize = `${(fontSize / 16) * 100}%`
  root.toggleAttribute('data-compact', read('compactMode') === 'true')
  root.toggleAttribute('data-still', read('animations') === 'false')
})()

// Runs before the first paint, as a file of its own because the policy allows no inline script. The keys are those of
// web/app/appearance.tsx and of Mantine's colour scheme manager.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = read('mantine-color-scheme-value')
  const prefersLight = window.matchMedia('(prefers-color-scheme: light)').matches
  const scheme = chosen === 'light' || (chosen === 'auto' && prefersLight) ? 'light' : 'dark'
  root.setAttribute('data-mantine-color-scheme', scheme)
  root.setAttribute('data-accent', read('colorScheme') ?? 'default')
})()

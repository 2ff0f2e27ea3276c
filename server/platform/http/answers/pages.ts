import { readFile } from 'node:fs/promises'

/**
 * The page that loads the screens, for a path. It names the files of that screen, so that the browser requests them at once.
 * @param folder the built screens, ending with a slash
 */
export async function pageFor(folder: string, path: string): Promise<string> {
  const html = await readFile(`${folder}index.html`, 'utf8').catch(() => undefined)
  if (html === undefined) return 'The screens are not built yet: run npm start'
  const files = JSON.parse(await readFile(`${folder}preloads.json`, 'utf8').catch(() => '{}')) as Record<
    string,
    string[]
  >
  const screen = Object.keys(files)
    .filter((prefix) => path === prefix || path.startsWith(prefix === '/' ? '/' : `${prefix}/`))
    .sort((one, other) => other.length - one.length)[0]
  const links = (files[screen ?? ''] ?? []).filter((file) => !html.includes(file)).map(linkTo)
  return html.replace('</head>', `${links.join('')}</head>`)
}

function linkTo(file: string): string {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="/${file}">`
  if (file.endsWith('.woff2')) return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
  return `<link rel="modulepreload" crossorigin href="/${file}">`
}

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Brotli bytes of the page and of the scripts and styles it names; null when the screens are not built. */
export function firstPageBytes(): { html: number; scripts: number; styles: number } | null {
  const page = join(dist, 'index.html')
  if (!existsSync(page)) return null
  const html = readFileSync(page, 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map((match) => match[1] as string)
  const sum = (end: string) =>
    named.filter((name) => name.endsWith(end)).reduce((bytes, name) => bytes + compressed(join(dist, name)), 0)
  return { html: compressed(page), scripts: sum('.js'), styles: sum('.css') }
}

const compressed = (file: string) =>
  existsSync(`${file}.br`) ? statSync(`${file}.br`).size : brotliCompressSync(readFileSync(file)).length

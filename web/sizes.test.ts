import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// What a browser must load before it can show a screen, compressed as it is sent. The gate builds the screens before the tests.
const dist = fileURLToPath(new URL('./dist/', import.meta.url))

/** kB of JavaScript; a little above what there is, so that somebody notices what an import brings along. */
const most: Record<string, number> = {
  '/auth': 79,
  '/': 183,
  '/dashboard': 267,
  '/inventory/parts': 216,
  '/tasks': 230,
  '/sops': 221,
}

const preloads = () => JSON.parse(readFileSync(`${dist}preloads.json`, 'utf8')) as Record<string, string[]>

test.each(Object.entries(most))('the first JavaScript of %s stays below %d kB', (path, limit) => {
  const entry = [...readFileSync(`${dist}index.html`, 'utf8').matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  )
  const files = [...new Set([...entry, ...(preloads()[path] ?? [])])].filter((file) =>
    file?.endsWith('.js'),
  ) as string[]
  const sizes = files.map((file) => ({ file, size: sizeOf(file) })).toSorted((one, other) => other.size - one.size)
  const sum = sizes.reduce((total, { size }) => total + size, 0) / 1_000
  const heaviest = sizes.slice(0, 8).map(({ file, size }) => `${(size / 1_000).toFixed(1)} kB ${file}`)
  expect(files.length).toBeGreaterThan(0)
  expect(sum, `${path} loads ${sum.toFixed(1)} kB, most of it in\n${heaviest.join('\n')}\n`).toBeLessThan(limit)
})

test('the files of a screen are few, so that a slow line is not waited for again and again', () => {
  const counts = Object.entries(preloads()).map(([path, files]) => [path, files.filter(isCode).length] as const)
  expect(counts.filter(([, count]) => count > 45)).toEqual([])
})

const isCode = (file: string) => /\.(js|css)$/.test(file)

test('charts and the reader of Markdown come only with the screens that show them', () => {
  for (const path of ['/auth', '/', '/inventory/parts', '/tasks', '/time-clock', '/sops'])
    expect((preloads()[path] ?? []).filter((file) => /BarChart|markdown|history-chart/.test(file))).toEqual([])
})

/** Small files are sent as they are. */
function sizeOf(file: string): number {
  return statSync(`${dist}${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(`${dist}${file}`).size
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorOf, pages } from './contents.ts'
import { beginningOf, plainWords } from './plain-words.ts'

const folder = fileURLToPath(new URL('../../../docs/guide/', import.meta.url))
const textOf = (slug: string) => readFileSync(join(folder, `${slug}.md`), 'utf8')
const anchorsOf = (slug: string) =>
  [...textOf(slug).matchAll(/^## (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))
const slugs = pages.map(({ slug }) => slug)

test('the contents name the texts, each once, with their titles', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
  expect(files.sort()).toEqual(slugs.map((slug) => `${slug}.md`).sort())
  for (const { slug, title } of pages) expect(textOf(slug).split('\n')[0]).toBe(`# ${title}`)
})

test('headings of a page have different anchors', () => {
  for (const slug of slugs) expect(new Set(anchorsOf(slug)).size).toBe(anchorsOf(slug).length)
})

/** The addresses of screens, as their routes say them. */
const routes = readdirSync(fileURLToPath(new URL('../../app/routes', import.meta.url)))
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(fileURLToPath(new URL(`../../app/routes/${name}`, import.meta.url)), 'utf8'))
  .join('\n')

const isScreen = (address: string) => {
  const parts = address.split('/').filter(Boolean)
  return parts.every((part) => new RegExp(`path: '/?(?:[\\w$/-]+/)?${part}(?:/[\\w$/-]+)?'`).test(routes))
}

test.each(slugs)('every link of %s leads to a page, a heading or a screen', (slug) => {
  const text = textOf(slug).replace(/```[\s\S]*?```/g, '')
  const links = [...text.matchAll(/(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)/g)].map(([, to]) => to ?? '')
  const lost = links.filter((to) => {
    const [, page, anchor] = /^([\w-]+)\.md(?:#([\w-]+))?$/.exec(to) ?? []
    if (page) return !slugs.includes(page) || (anchor !== undefined && !anchorsOf(page).includes(anchor))
    if (to.startsWith('#')) return !anchorsOf(slug).includes(to.slice(1))
    if (to === '/api/docs') return false // a page of its own, beside the screens
    return !(to.startsWith('/') ? isScreen(to.replace(/\?.*/, '')) : to.startsWith('https://'))
  })
  expect(lost).toEqual([])
})

test('every picture is there, is used, and has words; all together are small', () => {
  const used = slugs.flatMap((slug) => [...textOf(slug).matchAll(/!\[([^\]]*)\]\(pictures\/([\w-]+\.webp)\)/g)])
  const there = readdirSync(join(folder, 'pictures'))
  expect([...new Set(used.map(([, , name]) => name))].sort()).toEqual(there.sort())
  for (const [, words] of used) expect(words).not.toBe('')
  const bytes = there.reduce((sum, name) => sum + statSync(join(folder, 'pictures', name)).size, 0)
  expect(bytes).toBeLessThan(2_000_000)
})

test('what the search finds is shown in plain words', () => {
  const table =
    '| you are | you may undo |\n|---|---|\n| SBR Operator | everything |\n\n1. Open **[Parts](/inventory/parts)**, then `View`.'
  expect(plainWords(table)).toBe('SBR Operator: everything. Open Parts, then View.')
  expect(plainWords('```sh\nexport TOKEN=... API=\n```\n\nThe first answer.')).toBe('The first answer.')
  expect(beginningOf('One, two and three', 8)).toBe('One, two…')
  expect(beginningOf('One, two', 8)).toBe('One, two')
})

test.each(slugs)('no marks of Markdown are left in the words of %s', (slug) => {
  expect(plainWords(textOf(slug))).not.toMatch(/\*\*|`|\|| [.,;:)]|\]\(|--/)
})

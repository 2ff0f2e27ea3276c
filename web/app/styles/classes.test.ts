import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../../', import.meta.url))
const read = (pattern: string) =>
  new Map(
    globSync(pattern, { cwd: web, exclude: ['dist', '**/node_modules'] }).map((path) => [
      path,
      readFileSync(join(web, path), 'utf8'),
    ]),
  )
const code = read('**/*.{ts,tsx}')

test('every class of a style sheet is named by code, and every class that code names is in its sheet', () => {
  const sheets = new Map([...read('**/*.module.css')].map(([path, text]) => [path, classesOf(text)]))
  const named = new Map([...sheets.keys()].map((path) => [path, new Set<string>()]))
  for (const [path, text] of code)
    for (const [, id, from = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)) {
      const sheet = relative(web, join(web, dirname(path), from))
      for (const [, name = ''] of text.matchAll(new RegExp(`(?<![./\\w-])${id}\\.(?!module\\b)(\\w+)`, 'g')))
        named.get(sheet)?.add(name)
    }
  const missing = (some: Map<string, Set<string>>, others: Map<string, Set<string>>) =>
    [...some].flatMap(([path, names]) =>
      [...names.difference(others.get(path) as Set<string>)].map((name) => `${path}: ${name}`),
    )
  expect(sheets.size).toBeGreaterThan(100)
  expect(missing(sheets, named)).toEqual([])
  expect(missing(named, sheets)).toEqual([])
})

test('every class for all screens is used', () => {
  const words = new Set([...code.values()].flatMap((text) => text.match(/[\w-]+/g) ?? []))
  const sheets = ['classes.css', 'text-and-surfaces.css'].map((name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8'),
  )
  const shared = classesOf(sheets.join('\n'))
  expect(shared.size).toBeGreaterThan(100)
  expect([...shared.difference(words)]).toEqual([])
})

/** The classes that a sheet has rules for. Comments, texts and the classes of others (`:global`) are none. */
const classesOf = (css: string) =>
  new Set(css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|:global\([^)]*\)/g, '').match(/(?<=\.)[a-z][\w-]*/gi))

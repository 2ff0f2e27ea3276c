import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { words } from '../../../e2e/words.ts'

const root = join(import.meta.dirname, '../../..')
const tests = globSync(['e2e/*/*.spec.ts', 'web/*/**/*.component.test.tsx'], {
  cwd: root,
  exclude: ['**/node_modules'],
})
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

type Words = { [name: string]: string | ((...facts: never[]) => string) | Words }

/** Every sentence with its path in words.ts. Facts in it are '…'. */
function* sentencesOf(group: Words, path = 'words'): Generator<[path: string, sentence: string]> {
  for (const [name, value] of Object.entries(group)) {
    const at = `${path}.${name}`
    if (typeof value === 'string') yield [at, value]
    else if (typeof value === 'function') yield [at, value(...(['…', '…'] as never[]))]
    else yield* sentencesOf(value, at)
  }
}

const sentences = [...sentencesOf(words)]

/** The sentences of product.md 8, as they are quoted there. */
function sentencesOfThePage(): string[] {
  const page = readFileSync(join(root, 'docs/product.md'), 'utf8')
  const [, section = ''] = /\n## 8\. Words\n([\s\S]*?)\n## 9\. /.exec(page) ?? []
  return [...section.replaceAll(/\s+/g, ' ').matchAll(/(?<![\w])'([^']+)'/g)].map(([, quoted = '']) => quoted)
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** What a sentence with facts in it looks like, whatever they are. */
const shapeOf = (sentence: string) => new RegExp(`^${sentence.split('…').map(escaped).join('.+')}$`)

test('every sentence of product.md 8 is among the fixed ones', () => {
  const shapes = sentences.map(([, sentence]) => shapeOf(sentence))
  const page = sentencesOfThePage()
  expect(page.length).toBeGreaterThan(100)
  expect(page.filter((sentence) => !shapes.some((shape) => shape.test(sentence)))).toEqual([])
})

test('every fixed sentence is asserted by a journey or by a test of a component', () => {
  const silent = sentences.filter(([path]) => !new RegExp(`\\b${path.replaceAll('.', '\\.')}\\b`).test(tests))
  expect(silent).toEqual([])
})

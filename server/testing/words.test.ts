import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { words } from '../../e2e/words.ts'

const root = join(import.meta.dirname, '../..')
const journeys = readdirSync(join(root, 'e2e'))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => readFileSync(join(root, 'e2e', name), 'utf8'))
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

test('every fixed sentence is asserted by a journey', () => {
  const silent = sentences.filter(([path]) => !new RegExp(`\\b${path.replaceAll('.', '\\.')}\\b`).test(journeys))
  expect(silent).toEqual([])
})

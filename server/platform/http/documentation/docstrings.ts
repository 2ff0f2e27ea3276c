// The docstrings of the contract, for the document of the API.

import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the contract. */
export const contractFolder = dirname(fileURLToPath(import.meta.resolve('contract/index.ts')))

/** The files of the contract, from its folder. */
export const contractFiles = () =>
  glob('**/*.ts', { cwd: contractFolder, exclude: ['node_modules/**', '**/*.test.ts'] })

const docstring = String.raw`/\*\*((?:(?!\*/)[^])*)\*/\s*`
const ofShape = new RegExp(String.raw`^${docstring}export const ([A-Z]\w*) =`, 'gm')
const ofProcedure = new RegExp(String.raw`^  ${docstring}(\w+): (?:route|listFileRoute)\b`, 'gm')

/** The docstrings of the contract by the name of their shape ('Part') or procedure ('movements.post'). */
export async function readDocstrings(): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for await (const file of contractFiles()) {
    const source = await readFile(join(contractFolder, file), 'utf8')
    for (const [, text = '', name = ''] of source.matchAll(ofShape)) all.set(name, plain(text))
    const nouns = [...source.matchAll(/^export const (\w+)Contract = /gm)]
    for (const { 1: text = '', 2: name = '', index } of source.matchAll(ofProcedure))
      all.set(`${nouns.findLast((noun) => noun.index < index)?.[1]}.${name}`, plain(text))
  }
  return all
}

/** On one line, and without references that only readers of the source can follow. */
const plain = (text: string): string =>
  text
    .replace(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/ \([^()]*(?:\w\.md|specification|decision \d|\bT\d+)[^()]*\)/g, '')
    .trim()

// The docstrings of the contract, for the document of the API.

import { contractFiles } from './contract-files.ts'

/** The docstrings of the contract by the name of their shape ('Part'), of what makes one ('pageOf') or of their procedure ('movements.post'). */
export async function readDocstrings(): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for await (const file of contractFiles()) {
    let noun = ''
    let text: string[] = []
    for (const line of file.text.split('\n')) {
      const isComment = /^ *(?:\/\*\*|\*)/.test(line)
      if (isComment) text = [...(line.includes('/**') ? [] : text), line]
      noun = /^export const (\w+)Contract = /.exec(line)?.[1] ?? noun
      const shape = /^export const ([A-Z]\w*|pageOf|savedOf) =/.exec(line)?.[1]
      const procedure = /^ {2}(\w+): (?:route|listFileRoute)\b/.exec(line)?.[1]
      const name = shape ?? (procedure && `${noun}.${procedure}`)
      if (name && text.length > 0) all.set(name, plain(text))
      if (!isComment) text = []
    }
  }
  return all
}

/** On one line, and without references that only readers of the source can follow. */
const plain = (lines: string[]): string =>
  lines
    .map((line) => line.replace('/**', '').replace('*/', '').trim().replace(/^\* ?/, ''))
    .filter(Boolean)
    .join(' ')
    .replace(/ \([^()]{1,100}\)/g, (aside) => (/\.md|specification|decision \d|\bT\d/.test(aside) ? '' : aside))

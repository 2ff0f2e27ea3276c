// The files of the contract, for the document of the API. In the bundle scripts/bundle.mjs lists them in place of this module.

import { glob, readFile } from 'node:fs/promises'

const folder = new URL('../../../../contract/', import.meta.url)

/** A file of the contract: its text, and its exports, of which the bundle has only those with a capital. */
export type ContractFile = { text: string; exports: Record<string, unknown> }

/** The files of the contract, without its tests. */
export async function* contractFiles(): AsyncGenerator<ContractFile> {
  for await (const name of glob('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })) {
    const file = new URL(name, folder)
    yield { text: await readFile(file, 'utf8'), exports: await import(file.href) }
  }
}

// Takes the document of the API, gives its schemas the names that the contract gives them.

import { glob } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Document = { components?: { schemas?: Record<string, object> }; paths?: object }

/** Puts each shape that the contract exports under its name once, and refers to it wherever it stands in the document. */
export async function nameSchemas(document: Document, converter: ZodToJsonSchemaConverter): Promise<void> {
  const nameOf = new Map<string, string>()
  const shapes: Record<string, Json> = {}
  for (const [name, type] of await exportedShapes()) {
    const [, shape] = await converter.convert(type, { strategy: 'output' })
    const text = JSON.stringify(shape)
    if (nameOf.has(text) || !isWorthAName(shape as Json)) continue
    nameOf.set(text, name)
    shapes[name] = shape as Json
  }
  const used = new Set<string>()
  const referred = (node: Json, own = ''): Json => {
    if (node === null || typeof node !== 'object') return node
    const name = Array.isArray(node) ? undefined : nameOf.get(JSON.stringify(node))
    if (name !== undefined && name !== own) {
      used.add(name)
      return { $ref: `#/components/schemas/${name}` }
    }
    if (Array.isArray(node)) return node.map((each) => referred(each))
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, referred(each)]))
  }
  document.paths = referred(document.paths as Json) as object
  const schemas: Record<string, object> = {}
  // A shape may name others, which come into use with it.
  for (const name of used) schemas[name] = referred(shapes[name] as Json, name) as object
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => one.localeCompare(other)))
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...sorted } }
}

const isWorthAName = (shape: Json) =>
  shape !== null && typeof shape === 'object' && !Array.isArray(shape) && ('properties' in shape || 'enum' in shape)

/** The shapes that the files of the contract export, by name: of two names for one shape the shorter one counts. */
async function exportedShapes(): Promise<[string, z.ZodType][]> {
  const folder = dirname(fileURLToPath(import.meta.resolve('contract/index.ts')))
  const found = new Map<string, z.ZodType>()
  for await (const file of glob('**/*.ts', { cwd: folder, exclude: ['node_modules/**', '**/*.test.ts'] })) {
    const module = (await import(pathToFileURL(`${folder}/${file}`).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(module))
      if (/^[A-Z]/.test(name) && value instanceof z.ZodType) found.set(name, value)
  }
  return [...found].toSorted(([one], [other]) => one.length - other.length || one.localeCompare(other))
}

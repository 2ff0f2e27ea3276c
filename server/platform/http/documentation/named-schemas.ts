// Takes the document of the API, gives its schemas the names that the contract gives them.

import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { contractFiles } from './contract-files.ts'
import { isObject, type Json, type JsonObject } from './shapes.ts'

type Document = { components?: { schemas?: Record<string, object> }; paths?: object; webhooks?: object }
type Body = { content?: Record<string, { schema?: Json }> }
type Named = { operationId?: string; summary?: string; requestBody?: Body; responses?: Record<string, Body> }

/**
 * Puts each shape that the contract exports under its name once, and refers to it wherever it stands in the document.
 * @param docstrings by the name of the shape
 */
export async function nameSchemas(
  document: Document,
  converter: ZodToJsonSchemaConverter,
  docstrings: Map<string, string>,
): Promise<void> {
  const nameOf = new Map<string, string>()
  const shapes: JsonObject = {}
  for (const [name, type] of await exportedShapes()) {
    const [, shape] = await converter.convert(type, { strategy: 'output' })
    const text = JSON.stringify(shape)
    if (nameOf.has(text) || !isWorthAName(shape as Json)) continue
    nameOf.set(text, name)
    shapes[name] = shape as Json
  }
  const used = new Set<string>()
  const refer = (name: string): JsonObject => {
    used.add(name)
    return { $ref: `${prefix}${name}` }
  }
  const referred = (node: Json, own = ''): Json => {
    if (Array.isArray(node)) return node.map((each) => referred(each))
    if (!isObject(node)) return node
    const name = nameOf.get(JSON.stringify(node))
    if (name !== undefined && name !== own) return refer(name)
    const { record, addition } = savedIn(node)
    const saved = record && nameOf.get(JSON.stringify(record))
    if (saved && addition) return { allOf: [refer(saved), addition] }
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, referred(each)]))
  }
  document.paths = referred(document.paths as Json) as object
  document.webhooks = referred(document.webhooks as Json) as object
  const schemas: JsonObject = {}
  // A shape may name others, which come into use with it.
  for (const name of used) schemas[name] = withDescription(referred(shapes[name] as Json, name), docstrings.get(name))
  nameBodies(document.paths as Record<string, Record<string, Named>>, schemas, docstrings)
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => one.localeCompare(other)))
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...sorted } as never }
}

/** @param text what the shape is; its own description says what it refuses */
const withDescription = (shape: Json, text: string | undefined): Json =>
  isObject(shape) && text ? { ...shape, description: [text, shape.description].filter(Boolean).join(' ') } : shape

const prefix = '#/components/schemas/'

const isWorthAName = (shape: Json) => isObject(shape) && ('properties' in shape || 'enum' in shape)

/** A record as saved (`savedOf`) is the record and its change set. */
function savedIn(node: JsonObject): { record?: JsonObject; addition?: JsonObject } {
  const { properties, required, ...rest } = node
  if (!isObject(properties) || !Array.isArray(required) || required.at(-1) !== 'changeSetId') return {}
  const { changeSetId, ...others } = properties
  if (!changeSetId || required.length === 1) return {}
  return {
    record: { ...node, properties: others, required: required.slice(0, -1) },
    addition: { ...rest, properties: { changeSetId }, required: ['changeSetId'] },
  }
}

/** Names and describes the bodies that the contract declares in place: by the record in them, else by their operation. */
function nameBodies(
  paths: Record<string, Record<string, Named>>,
  schemas: JsonObject,
  docstrings: Map<string, string>,
): void {
  for (const { operationId = '', summary = '', requestBody, responses = {} } of Object.values(paths).flatMap(
    Object.values,
  )) {
    const own = operationId.replace(/(?:^|\.)[a-z]/g, (start: string) => start.replace('.', '').toUpperCase())
    const answers = Object.entries(responses).flatMap(([status, answer]) => (status < '300' ? [answer] : []))
    for (const [body, ending] of [[requestBody, 'Input'] as const, ...answers.map((one) => [one, 'Answer'] as const)]) {
      const json = body?.content?.['application/json']
      if (!json || !isObject(json.schema) || '$ref' in json.schema || 'format' in json.schema) continue
      const { name: recorded, maker = '' } = bodyOf(json.schema)
      const wanted = recorded ?? `${own}${ending}`
      const sentence = docstrings.get(maker) ?? `${ending} of ${operationId}: ${summary}.`
      const described = withDescription(json.schema, sentence)
      const isTaken = wanted in schemas && JSON.stringify(schemas[wanted]) !== JSON.stringify(described)
      const name = isTaken ? `${own}${ending}` : wanted
      schemas[name] = described
      json.schema = { $ref: `${prefix}${name}` }
    }
  }
}

/** 'PartPage' of a page of parts, 'SavedPart' of a part as saved, and what of the contract makes it (contract/list.ts). */
function bodyOf({ allOf, properties }: JsonObject): { name?: string; maker?: string } {
  const saved = Array.isArray(allOf) && allOf.length === 2 ? nameIn(allOf[0]) : undefined
  if (saved) return { name: `Saved${saved}`, maker: 'savedOf' }
  const { items, total } = isObject(properties) ? properties : {}
  const listed = isObject(items) ? nameIn(items.items) : undefined
  return listed && total ? { name: `${listed.replace(/^Listed/, '')}Page`, maker: 'pageOf' } : {}
}

const nameIn = (node: Json | undefined) =>
  isObject(node) && typeof node.$ref === 'string' ? node.$ref.slice(prefix.length) : undefined

/** The shapes that the files of the contract export, by name: of two names for one shape the shorter one counts. */
export async function exportedShapes(): Promise<[string, z.ZodType][]> {
  const schemas = new Map<string, z.ZodType>()
  for await (const { exports } of contractFiles())
    for (const [name, value] of Object.entries(exports))
      if (/^[A-Z]/.test(name) && value instanceof z.ZodType) schemas.set(name, value)
  return [...schemas].toSorted(([one], [other]) => one.length - other.length || one.localeCompare(other))
}

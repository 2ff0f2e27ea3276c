// Takes the document of the API, gives each operation an example of its body and its answer. An example follows from the schema, so it cannot
// drift from it; a field is filled in by its name.

import { isObject, type Json, type JsonObject } from './shapes.ts'

export const exampleId = '0198f2a4-6c1e-7b3d-9a52-4d1f8e7c6b5a'

/** What fields hold, by their name: the last pattern that fits is the closest. */
const texts: [RegExp, string][] = [
  [/^id$/, '81520'],
  [/^cursor$/, '81520.0198f2a4'],
  [/^recordType$/, 'part'],
  [/^(unit|unitName)$/, 'pcs'],
  [/^locationCode$/, 'A-01'],
  [/^lotNumber$/, 'L-7'],
  [/^token$/, 'c2V2ZW4tZ3JlZW4tdmFsdmVzLW9uLXNoZWxmLWZvdXI'],
  [/^secret$/, 'whsec_c2V2ZW4gZ3JlZW4gdmFsdmVzIG9uIHNoZWxmIDQ='],
  [/^reverses$/, '1042'],
  [/password$/i, 'seven green valves'],
  [/name$/i, 'Ball valve'],
  [/^(companyName|company)$/, 'North Works'],
  [/^(supplierName|vendorName|customer)$/, 'Fittings Ltd.'],
  [/^(personName|actorName|userName|assigneeName|createdByName|uploadedBy|by|author|person)$/, 'Ada Smith'],
  [/^(partNumber|number|supplierAccount)$/, 'HY-204'],
  [/^assemblyNumber$/, 'AS-12'],
  [/sku$/i, 'PUMP-1'],
  [/^barcode$/, '4006381333931'],
  [/^location$/, 'Shelf 4'],
  [/^title$/, 'Check the seals'],
  [/^(text|body|notes?|comment|description|message|reason|purpose|content)$/, 'The seal of the valve is worn.'],
  [/email$/i, 'ada@north.example'],
  [/phone/i, '+1 555 0100'],
  [/(url|website|href|link|videoUrl|path)$/i, 'https://north.example/valve'],
  [/timeZone|zone$/i, 'America/New_York'],
  [/currency/i, 'USD'],
  [/sha256/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/(at|since|now)$/, '2026-11-02T09:00:00.000Z'],
  [/[a-z]At$/, '2026-11-02T09:00:00.000Z'],
  [/([a-z]On|^from|^to|^day|[dD]ate)$/, '2026-11-02'],
  [/^month$/, '2026-11'],
  [/^q$/, 'valve'],
]

/** Texts that must match a pattern, by a part of it. */
const patterned: [string, string][] = [
  ['inventory', 'inventory_2026-11-02-0900.csv'],
  ['{43}', 'b3Blbi1zZXNhbWUtb3Blbi1zZXNhbWUtb3Blbi1zZXN'],
  ['{1,18}', '1042'],
]

/** Adds the examples. @returns the document */
export function addExamples(document: JsonObject): JsonObject {
  const exampleOf = exampleMaker(document)
  for (const path of Object.values({ ...(document.paths as JsonObject), ...(document.webhooks as JsonObject) }))
    for (const operation of Object.values(path as JsonObject)) {
      const { requestBody, responses } = operation as { requestBody?: JsonObject; responses: JsonObject }
      for (const [body, isInput] of [
        [requestBody, true] as const,
        ...succeeded(responses).map((one) => [one, false] as const),
      ])
        for (const [type, media] of Object.entries((body?.content ?? {}) as JsonObject))
          if (isObject(media) && media.schema && type.includes('json') && !isBinary(media.schema))
            media.example = withOwn(exampleOf(media.schema, '', isInput), media.example)
    }
  return document
}

/** @param own fields that the contract declares */
const withOwn = (example: Json, own: Json | undefined) =>
  isObject(example) && isObject(own) ? { ...example, ...own } : example

const isBinary = (schema: Json) => isObject(schema) && schema.format === 'binary'

const succeeded = (responses: JsonObject): JsonObject[] =>
  Object.entries(responses).flatMap(([status, answer]) => (status < '300' && isObject(answer) ? [answer] : []))

function exampleMaker(document: JsonObject) {
  const schemas = (document.components as { schemas: JsonObject }).schemas
  const named = (reference: string) => schemas[reference.split('/').at(-1) ?? ''] as JsonObject

  /** @param isInput leaves out what a request may leave out @param within the named schemas around it: a tree ends where it repeats */
  return function exampleOf(schema: Json, key: string, isInput: boolean, within: string[] = []): Json {
    if (!isObject(schema)) return null
    const of = (inner: Json, name = key) => exampleOf(inner, name, isInput, within)
    if (typeof schema.$ref === 'string') return exampleOf(named(schema.$ref), key, isInput, [...within, schema.$ref])
    if ('const' in schema) return schema.const as Json
    // What succeeded has none.
    if (key === 'failure') return null
    // The contract has one where the name of a field says too little.
    if (Array.isArray(schema.examples)) return schema.examples[0] as Json
    if (Array.isArray(schema.enum)) return (schema.default ?? schema.enum[0]) as Json
    if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((one) => of(one)))
    const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
    if (choices) return of(choices.find((one) => !repeats(one, within)) ?? choices.at(-1) ?? null)
    switch ([schema.type].flat()[0]) {
      case 'object':
        return exampleObject(schema, isInput, of)
      case 'array': {
        if (repeats(schema.items, within) && !schema.minItems) return []
        const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems.map((one) => of(one)) : undefined
        return tuple ?? Array.from({ length: Number(schema.minItems ?? 1) }, () => of(schema.items ?? null))
      }
      case 'string':
        return textFor(schema, key)
      case 'integer':
      case 'number':
        return numberFor(schema)
      case 'boolean':
        return true
      default:
        return null
    }
  }
}

const repeats = (schema: Json | undefined, within: string[]) =>
  isObject(schema) && typeof schema.$ref === 'string' && within.includes(schema.$ref)

function exampleObject(schema: JsonObject, isInput: boolean, of: (inner: Json, name: string) => Json): Json {
  const properties = Object.entries((schema.properties ?? {}) as JsonObject)
  const required = (schema.required ?? []) as string[]
  const needed = properties.filter(([name]) => required.includes(name))
  const shown = isInput ? (needed.length > 0 ? needed : properties.slice(0, 1)) : properties
  return Object.fromEntries(shown.map(([name, inner]) => [name, of(inner, name)]))
}

function textFor(schema: JsonObject, key: string): string {
  if (schema.format === 'uuid') return exampleId
  if (schema.format === 'date') return '2026-11-02'
  if (schema.format === 'date-time') return '2026-11-02T09:00:00.000Z'
  if (typeof schema.default === 'string') return schema.default
  const ofPattern = patterned.find(([part]) => String(schema.pattern).includes(part))
  const text = (ofPattern ?? texts.findLast(([name]) => name.test(key)))?.[1] ?? key
  return text.slice(0, Number(schema.maxLength ?? 200))
}

const numberFor = ({ type, minimum, exclusiveMinimum, maximum }: JsonObject): number => {
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1))
  const usual = [type].flat()[0] === 'integer' ? 12 : 12.5
  return Math.min(Math.max(usual, least), Number(maximum ?? usual))
}

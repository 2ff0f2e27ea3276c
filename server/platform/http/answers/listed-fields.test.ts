import { expect, test } from 'vitest'
import { z } from 'zod'
import { listedFieldsOf } from './listed-fields.ts'

const Part = z.object({ id: z.uuid(), name: z.string(), cost: z.number().nullable(), note: z.string().optional() })
const id = '01a219bc-b9f2-7b73-8823-97832a8cc071'
const part = { id, name: 'Bolt', cost: null }
const secret = { ...part, iban: 'DE00' }

async function listed(schema: z.ZodType, value: unknown) {
  const answer = await listedFieldsOf(schema).validate(value)
  return 'value' in answer ? answer.value : answer
}

test.each<[string, z.ZodType, unknown, unknown]>([
  ['an object', Part, secret, part],
  ['a list', z.array(Part), [secret, secret], [part, part]],
  ['a page', z.object({ items: z.array(Part) }), { items: [secret], sum: 1 }, { items: [part] }],
  ['what may be null', z.object({ part: Part.nullable() }), { part: null, other: 1 }, { part: null }],
  ['what may be absent', z.object({ part: Part.optional() }), { part: secret }, { part }],
  ['one of several shapes', z.union([Part, z.object({ code: z.string() })]), secret, part],
  ['a dictionary', z.record(z.string(), Part), { a: secret }, { a: part }],
  [
    'a shape that contains itself',
    tree(),
    { name: 'A', below: [{ name: 'B', iban: 'DE00', below: [] }] },
    { name: 'A', below: [{ name: 'B', below: [] }] },
  ],
  ['a field with a default', z.object({ count: z.int().default(0) }), { iban: 'DE00' }, { count: 0 }],
])('%s keeps its listed fields and no other', async (_name, schema, value, expected) => {
  expect(await listed(schema, value)).toEqual(expected)
})

function tree(): z.ZodType {
  const Node = z.object({
    name: z.string(),
    get below() {
      return z.array(Node)
    },
  })
  return Node
}

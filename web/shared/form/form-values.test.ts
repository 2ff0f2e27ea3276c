import { expect, test } from 'vitest'
import { z } from 'zod'
import { isChanged } from './form-values.ts'

const amount = z.union([z.literal('').transform(() => 0), z.number()])
const Form = z.object({
  name: z.string().trim().min(1),
  note: z.string().trim().nullable().optional(),
  stock: amount,
  rows: z.array(z.object({ text: z.string().min(1), isDone: z.boolean() })),
  inner: z.object({ city: z.string() }).optional(),
})
const first = { name: '', note: null as string | null, stock: 0 as unknown, rows: [] as unknown[], inner: { city: '' } }

test.each([
  ['blanks', { name: '  ' }],
  ['an empty text for nothing', { note: '' }],
  ['an empty amount for 0', { stock: '' }],
  ['a blank row', { rows: [{ text: '', isDone: false }] }],
  ['blanks in a group', { inner: { city: ' ' } }],
])('%s: nothing was entered', (_, fields) => {
  for (const schema of [Form, Form.transform((all) => all), Form.optional()])
    expect(isChanged(schema, first, { ...first, ...fields })).toBe(false)
})

test.each([
  ['a text', { name: 'Bolt' }],
  ['a text that the contract would refuse', { stock: 'many' }],
  ['a number', { stock: 4 }],
  ['a row', { rows: [{ text: 'Drill', isDone: false }] }],
  ['a field of a group', { inner: { city: 'Ulm' } }],
])('%s: something was entered', (_, fields) => {
  for (const schema of [Form, Form.transform((all) => all), Form.optional()])
    expect(isChanged(schema, first, { ...first, ...fields })).toBe(true)
})

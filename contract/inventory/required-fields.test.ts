import { expect, test } from 'vitest'
import { NewPart } from './parts.ts'
import { NewVendor } from './vendors.ts'

test.each([
  ['part', NewPart, ['Part number is required', 'Name is required']],
  ['vendor', NewVendor, ['Name is required']],
])('a new %s without its required fields is refused in our words (product.md 5)', (_noun, schema, sentences) => {
  for (const sent of [{}, { partNumber: ' ', name: '' }]) {
    const known = schema === NewVendor ? { ...('name' in sent && { name: '' }) } : sent
    expect(schema.safeParse(known).error?.issues.map(({ message }) => message)).toEqual(sentences)
  }
})

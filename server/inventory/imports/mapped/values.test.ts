import { parseInteger, parseMoney } from 'contract/amounts.ts'
import { sentenceOf } from 'contract/inventory/import-problems.ts'
import { expect, test } from 'vitest'
import { importFields } from './import-fields.ts'
import { parseLines } from './item-lines.ts'
import { parseCell } from './values.ts'

test.each([
  ['', '0'],
  ['  ', '0'],
  ['0', '0'],
  ['007', '7'],
  ['12', '12'],
  ['12.50', '12.50'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1,234.50', '1234.5'],
  ['$1,234.50', '1234.5'],
  ['1,234', '1234'],
  ['1.234,56', '1234.56'],
  ['1.234.567', '1234567'],
  ['12,5', '12.5'],
  ['0,125', '0.125'],
  ['€ 1 234,50', '1234.5'],
  ['1\u00A0234.50 £', '1234.5'],
  ["1'234.50 CHF", '1234.5'],
  ['USD 12', '12'],
  ['¥500', '500'],
  ['1.2345', '1.2345'],
  ['1.50000', '1.5'],
  ['999,999,999.99', '999999999.99'],
])('the amount %j is %s', (cell, value) => {
  expect(parseMoney(cell)).toEqual({ value })
})

test.each([
  'NaN',
  'Infinity',
  '1e309',
  '0x10',
  '-5',
  '(5.00)',
  '-',
  '$',
  '１２',
  '9'.repeat(40),
  '1000000000',
  '999999999.991',
  '1.2345678',
  '1,23,4',
  '1.2.3',
  '12,34.5',
  'abc',
  '5 5',
  '+5',
  '--',
  '$-5',
  '1,,2',
])('the amount %j is an error', (cell) => {
  expect(parseMoney(cell)).toHaveProperty('error')
})

test.each([
  ['', '0'],
  ['12', '12'],
  ['1,200', '1200'],
  ['12.0', '12'],
  ['0012', '12'],
  ['2147483647', '2147483647'],
  [' 5 ', '5'],
])('the count %j is %s', (cell, value) => {
  expect(parseInteger(cell)).toEqual({ value })
})

test.each(['0.8', '-', '-1', '1.5', '2147483648', '１２', '1e3', 'null', 'NaN', '9'.repeat(400), '1.200'])(
  'the count %j is an error',
  (cell) => {
    expect(parseInteger(cell)).toHaveProperty('error')
  },
)

const cellOf = (type: keyof typeof importFields, name: string, cell: string) => {
  const field = importFields[type].find((candidate) => candidate.field === name)
  if (!field) throw new Error(`No field ${name}`)
  return parseCell(field, field.label, cell)
}

test.each([
  ['parts', 'name', '  Bolt ', 'Bolt'],
  ['parts', 'name', 'Bo\u202Elt\u0007', 'Bolt'],
  ['parts', 'name', "'=SUM(A1)", '=SUM(A1)'],
  ['parts', 'name', "'plain", "'plain"],
  ['parts', 'location', ' ', null],
  ['vendors', 'status', '', null],
  ['vendors', 'status', ' Inactive', 'inactive'],
  ['vendors', 'preferredShippingMethod', '', null],
  ['parts', 'cost', ' ', null],
  ['parts', 'stockLevel', '', null],
  ['vendors', 'preferredShippingMethod', 'FedEx', 'fedex'],
  ['vendors', 'email', 'a@b.example', 'a@b.example'],
  ['vendors', 'website', 'www.acme.example/shop', 'https://www.acme.example/shop'],
  ['vendors', 'website', 'http://acme.example', 'http://acme.example'],
  ['products', 'bom', '', null],
  ['products', 'bom', '[{"type":"part","name":"Bolt","quantity":2}]', '[{"type":"part","name":"Bolt","quantity":2}]'],
] as const)('%s %s: %j is %j', (type, field, cell, value) => {
  expect(cellOf(type, field, cell)).toEqual({ value })
})

test.each([
  ['parts', 'stockLevel', '0.8', "Quantity must be a whole number, found '0.8'"],
  ['parts', 'partNumber', ' \u200B', 'Part Number is required'],
  ['parts', 'partNumber', 'x'.repeat(101), `Part Number must be at most 100 characters, found '${'x'.repeat(40)}…'`],
  ['vendors', 'status', 'gone', "Status must be one of active, inactive, found 'gone'"],
  ['vendors', 'email', 'nobody', "Email must be an e-mail address, found 'nobody'"],
  [
    'vendors',
    'website',
    'javascript:alert(1)',
    "Website must be a web address starting with https://, found 'javascript:alert(1)'",
  ],
] as const)('%s %s: %j says what is wrong', (type, field, cell, error) => {
  const parsed = cellOf(type, field, cell)
  expect('problem' in parsed && [parsed.problem.field, sentenceOf(parsed.problem)]).toEqual([field, error])
})

test.each([
  '{',
  '{}',
  '[1]',
  '"x"',
  '['.repeat(100) + ']'.repeat(100),
  '[{"type":"part"}]',
  '[{"type":"order","name":"x"}]',
  '[{"type":"part","name":"x","quantity":0}]',
  '[{"type":"part","name":"x\\u0000"}]',
  '[{"type":"part","name":"\\ud800"}]',
])('the list %s is an error', (cell) => {
  expect(parseLines(cell)).toHaveProperty('error')
})

test("a list's unknown keys, __proto__ among them, are dropped", () => {
  const cell = '[{"type":"part","name":"Bolt","__proto__":{"isAdmin":true},"path":"../b"}]'
  expect(parseLines(cell)).toEqual({ value: '[{"type":"part","name":"Bolt","quantity":1}]' })
})

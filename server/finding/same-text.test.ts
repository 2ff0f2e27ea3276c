import { foldText, searchText } from 'contract/same-text.ts'
import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator } = useServer()

/** Texts that are the same, and those that are not. */
const same = [
  [
    'INV-100',
    'inv\u200B-100',
    '\uFEFFINV-100\u00A0',
    'INV\u00AD-100',
    'INV\u2011100',
    'INV\u2013100',
    'INV\u2212100',
    'ＩＮＶ－１００',
    'INV\u200D-100',
  ],
  ['SHAFT  20', 'Shaft 20', 'shaft\t20', 'shaft\u00A020', 'shaft\u200920 '],
  ['10 µF', '10 μF', '10\u00A0ΜF'],
  ['47 Ω', '47 \u2126', '47 ω'],
  ['STRASSE 1', 'Straße 1', 'STRAẞE 1'],
  [`O'Ring 1/2"`, 'O’Ring 1/2”', 'o`ring 1/2″', 'O´RING 1/2“'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['fitting №', 'FITTING No'],
]
const different = [
  ['10 µF', '10 nF'],
  ['Müller', 'Muller'],
  ['1/2 in', '½ in'],
  ['P-1', 'P1'],
  ['P 1', 'P1'],
  ['I1', 'ı1'],
  ['می\u200Cخواهم', 'میخواهم'],
]

test('the database and the program fold every letter alike', async () => {
  const letters = Array.from({ length: 0x1f9ff }, (_, code) => code)
    .filter((code) => code > 0 && !(code >= 0xd800 && code < 0xe000))
    // Letters that Unicode has got after PostgreSQL 18 was made.
    .filter((code) => !(code >= 0xa7ce && code <= 0xa7f1) && !(code >= 0x16ea0 && code <= 0x16ed3))
    .map((code) => `a${String.fromCodePoint(code)}b`)
    .filter((text) => !/\p{Cn}/u.test(text))
  const texts = [
    ...letters,
    ...same.flat(),
    ...different.flat(),
    ' \u3000x\u2028y ',
    '👨\u200D👩\u200D👧 kit',
    'e\u0301 ﬁ \u1E9B\u0323',
    'Łódź Ærø Œuvre',
    '',
  ]
  const rows = await server.given.sql<{ text: string; key: string; sought: string }>(
    'select text, app.folded(text) as key, app.searchable(text) as sought from unnest($1::text[]) text',
    [texts],
  )
  const wrong = rows.filter(({ text, key, sought }) => key !== foldText(text) || sought !== searchText(text))
  expect(wrong).toEqual([])
})

test.each(same)('%j and its like have one key', (first, ...others) => {
  for (const other of others) expect(foldText(other)).toBe(foldText(first))
})

test.each(different)('%j and %j have two keys', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other))
})

const add = (partNumber: string, name = 'Bracket') =>
  operator.post(`/api/companies/${company.id}/parts`, { partNumber, name })
const lines = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
const found = async (q: string) => {
  const { items } = (await operator.get(`/api/companies/${company.id}/parts?q=${encodeURIComponent(q)}`)).json()
  return items.map((part: { name: string }) => part.name)
}

test('a form refuses a twin that looks the same, and an import changes the record that is there', async () => {
  for (const [first = '', ...others] of same) {
    expect((await add(first)).statusCode).toBe(201)
    for (const other of others) expect([other, (await add(other)).statusCode]).toEqual([other, 409])
    const rows = others.slice(0, 1).map((number) => [number, `Named by ${others.length}`])
    const file = lines([['Part Number', 'Name'], ...rows])
    const { summary } = (
      await operator.post(`/api/companies/${company.id}/imports`, file, { 'content-type': 'text/csv' })
    ).json()
    expect([first, summary]).toEqual([first, { create: 0, update: 1, unchanged: 0, error: 0 }])
  }
})

test('two rows of a file that look the same are one record', async () => {
  const file = lines([
    ['Part\u00A0Number', 'Name'],
    ['Q-1', 'Nut'],
    ['Q\u20111', 'Nut'],
  ])
  const { summary } = (
    await operator.post(`/api/companies/${company.id}/imports`, file, { 'content-type': 'text/csv' })
  ).json()
  expect(summary.create).toBe(1)
})

test('a search needs no accents, and finds both signs for micro and ohm', async () => {
  await add('S-1', 'Straße Müller, 10 µF')
  await add('S-2', 'Strasse Muller, 10 μF')
  await add('S-3', 'Łódź, 47 \u2126')
  for (const q of ['strasse', 'STRAẞE', 'Müller', 'muller', '10 µF', '10 μf'])
    expect([q, (await found(q)).length]).toEqual([q, 2])
  for (const q of ['lodz', 'ŁÓDŹ', '47 Ω', '47 \u2126']) expect([q, await found(q)]).toEqual([q, ['Łódź, 47 \u2126']])
})

test('joiners stay within Persian words and emoji, and are removed where they join nothing', async () => {
  const { name } = (await add('J-1', 'می\u200Cخواهم 👨\u200D👩\u200D👧 a\u200Db\u200C')).json()
  expect(name).toBe('می\u200Cخواهم 👨\u200D👩\u200D👧 ab')
})

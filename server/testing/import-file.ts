import { expect } from 'vitest'
import type { useServer } from './fixture.ts'
import { formattedWorkbook } from './workbook-file.ts'

type Found = Record<string, unknown>
/** `asks`: the codes of its questions, when rows wait for answers; else what is stored: fields of items by number, and lines by the number of their item. `says`: words of warnings. `errors`: the first cells of the refused rows. */
type Expected = {
  asks?: string[]
  parts?: Record<string, Found>
  products?: Record<string, Found>
  vendors?: Record<string, Found>
  boms?: Record<string, string[]>
  says?: string[]
  errors?: string[]
}
export type FileCase = [title: string, query: string, body: string | Buffer, expected: Expected]

type Cell = string | null | [value: number, format: string]

/** A workbook whose numbers have formats. */
export const sheet = (rows: Cell[][], name?: string): Buffer =>
  formattedWorkbook(
    rows.map((row) => row.map((cell) => cell ?? '')),
    { name },
  )

type Server = Pick<ReturnType<typeof useServer>, 'server' | 'company' | 'operator'>
const given = ['N-1', 'N-2']

/** Imports a file through the API: preview, commit, and the records read back. The company has two parts with a stock of 5. */
export async function importFile({ server, company, operator }: Server, [, query, body, expected]: FileCase) {
  const { asks, errors = [], says = [], boms = {}, ...stored } = expected
  const at = (rest: string) => `/api/companies/${company.id}/${rest}`
  const list = async (noun: string): Promise<Found[]> => (await operator.get(at(`${noun}?pageSize=500`))).json().items
  for (const part_number of given) await server.given.part(company, { part_number, name: 'Nut', stock_level: 5 })
  const preview = (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
  for (const words of says) expect(preview.warnings).toContainEqual(expect.stringContaining(words))
  if (asks) {
    expect(preview.problems.map(({ code }: { code: string }) => code)).toEqual(asks)
    expect(preview.status).toBe('needs_mapping')
    return
  }
  expect(preview.status).toBe('previewed')
  const rows: { action: string; cells: string[] }[] = (
    await operator.get(at(`imports/${preview.id}/rows?pageSize=500`))
  ).json().items
  expect(rows.flatMap(({ action, cells }) => (action === 'error' ? cells[0] : [])).toSorted()).toEqual(errors)
  await operator.post(at(`imports/${preview.id}/commit`), { goodRowsOnly: errors.length > 0 })
  for (const [noun, items] of Object.entries(stored)) {
    const keyOf = ({ partNumber, sku, name }: Found) => String(partNumber ?? sku ?? name)
    const found = (await list(noun)).filter((item) => !given.includes(keyOf(item)) || keyOf(item) in items)
    expect(Object.fromEntries(found.map((item) => [keyOf(item), item]))).toMatchObject(items)
    expect(found.map(keyOf).toSorted()).toEqual(Object.keys(items).toSorted())
  }
  const made: [number: string, lines: string[]][] = []
  for (const noun of ['assemblies', 'products'])
    for (const { id } of await list(noun)) {
      const item = (await operator.get(at(`${noun}/${id}`))).json()
      const lines = (item.components ?? item.bom ?? []).map((line: Found) => `${line.quantity} ${line.number}`)
      if (lines.length > 0) made.push([item.assemblyNumber ?? item.sku, lines])
    }
  expect(Object.fromEntries(made)).toEqual(boms)
}

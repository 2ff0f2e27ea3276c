import { type Catalogue, type Field, filtersOf } from 'contract/catalogue.ts'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import { describe, expect, test } from 'vitest'
import { useServer } from '../fixture.ts'

const { server, company, operator } = useServer()

/** A value that the record made below does not have. */
function otherValue({ kind, choices = {} }: Field): string {
  if (kind === 'yes/no') return 'false' // nothing in stock: the record is low
  if (kind === 'choice') return Object.keys(choices).at(-1) ?? '' // a new record has the first choice
  return kind === 'link' ? crypto.randomUUID() : 'somewhere else'
}

describe.each(Object.values(itemCatalogues) as Catalogue[])('the list of $table', (catalogue) => {
  const { table, noun, fields } = catalogue
  const filters = Object.keys(filtersOf(catalogue))

  test.each(filters)('is narrowed by %s', async (name) => {
    await server.given[noun as 'part' | 'assembly' | 'product' | 'vendor'](company)
    const total = async (query: string) =>
      (await operator.get(`/api/companies/${company.id}/${table}${query}`)).json().total
    expect(await total('')).toBe(1)
    expect(await total(`?${name}=${otherValue(fields[name] as Field)}`)).toBe(0)
  })
})

import { sopsContract } from 'contract/sops/sops.ts'
import { expect, test } from 'vitest'
import { listInput, listSearch } from './list-search.ts'

const searchOf = listSearch(sopsContract.list)

test('parameters without a value are left out of the address, also when a link clears them', () => {
  const cleared = { q: undefined, type: undefined, status: '', visibility: 'company' }
  expect(searchOf(cleared)).toEqual({ visibility: 'company' })
  expect(Object.keys(searchOf(cleared))).toEqual(['visibility'])
})

test('unknown parameters are dropped, and page numbers are numbers', () => {
  expect(searchOf({ type: 'nothing', page: '2', q: 12, other: 'x' })).toEqual({ page: 2 })
})

test.each(['constructor', 'toString', 'valueOf', '__proto__'])('?%s=1 has no effect', (name) => {
  const found = Object.fromEntries(new URLSearchParams(`${name}=1&type=safety`))
  expect(Object.entries(searchOf(found))).toEqual([['type', 'safety']])
})

test('the address names a saved view, and the list route does not get it', () => {
  const view = '01a2077b-6d7f-7895-acb5-ed812faf16ec'
  expect(searchOf({ view, type: 'safety' })).toEqual({ view, type: 'safety' })
  const sent = sopsContract.list['~orpc'].inputSchema?.safeParse(
    listInput(sopsContract.list, { view, type: 'safety' }, view),
  )
  expect(sent?.error).toBeUndefined()
})

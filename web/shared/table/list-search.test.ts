import { sopsContract } from 'contract/sops/sops.ts'
import { expect, test } from 'vitest'
import { listSearch } from './list-search.ts'

const searchOf = listSearch(sopsContract.list)

test('what an address does not say is left out, also when a link clears it', () => {
  const cleared = { q: undefined, type: undefined, status: '', visibility: 'company' }
  expect(searchOf(cleared)).toEqual({ visibility: 'company' })
  expect(Object.keys(searchOf(cleared))).toEqual(['visibility'])
})

test('what the list does not understand is dropped, numbers of pages are numbers', () => {
  expect(searchOf({ type: 'nothing', page: '2', q: 12, other: 'x' })).toEqual({ page: 2 })
})

import { sopsContract } from 'contract/sops/sops.ts'
import { expect, test } from 'vitest'
import { listInput, listSearch } from './list-search.ts'

const searchOf = listSearch(sopsContract.list)

test('what an address does not say is left out, also when a link clears it', () => {
  const cleared = { q: undefined, type: undefined, status: '', visibility: 'company' }
  expect(searchOf(cleared)).toEqual({ visibility: 'company' })
  expect(Object.keys(searchOf(cleared))).toEqual(['visibility'])
})

test('what the list does not understand is dropped, numbers of pages are numbers', () => {
  expect(searchOf({ type: 'nothing', page: '2', q: 12, other: 'x' })).toEqual({ page: 2 })
})

test('a saved view is named in the address, and not sent to the list route', () => {
  const view = '01a2077b-6d7f-7895-acb5-ed812faf16ec'
  expect(searchOf({ view, type: 'safety' })).toEqual({ view, type: 'safety' })
  const sent = sopsContract.list['~orpc'].inputSchema?.safeParse(
    listInput(sopsContract.list, { view, type: 'safety' }, view),
  )
  expect(sent?.error).toBeUndefined()
})

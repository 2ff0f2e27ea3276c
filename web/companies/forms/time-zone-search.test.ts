import { expect, test } from 'vitest'
import { zonesLike } from './time-zone-search.ts'

const options = ['America/New_York', 'America/Argentina/Buenos_Aires', 'Europe/Rome'].map((value) => ({
  value,
  label: value,
}))
const found = (search: string) => zonesLike({ options, search, limit: 100 }).map((one) => 'value' in one && one.value)

test.each([
  ['new_york', ['America/New_York']],
  ['New York', ['America/New_York']],
  [' buenos  aires', ['America/Argentina/Buenos_Aires']],
  ['rome', ['Europe/Rome']],
  ['america/', ['America/New_York', 'America/Argentina/Buenos_Aires']],
  ['', options.map(({ value }) => value)],
  ['atlantis', []],
])('%j finds %j', (search, zones) => {
  expect(found(search)).toEqual(zones)
})

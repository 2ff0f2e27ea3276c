import { expect, test } from 'vitest'
import { typedWords } from './search.queries.ts'

test.each([
  ['Hex  nut', { patterns: ['%hex%', '%nut%'], starts: [], begun: ['% hex%', '% nut%'] }],
  ['m8 bolt', { patterns: ['%bolt%'], starts: ['m8'], begun: ['% m8%', '% bolt%'] }],
  ['P-100', { patterns: ['%p-100%'], starts: [], begun: ['% p 100%'] }],
  ['p-1', { patterns: ['%p-1%'], starts: [], begun: ['% p 1%'] }],
  ['50% off_a', { patterns: ['%50\\%%', '%off\\_a%'], starts: [], begun: ['% 50\\%%', '% off a%'] }],
  ['bolt & m bolt', { patterns: ['%bolt%'], starts: [], begun: ['% bolt%'] }],
  ['a b %% _', { patterns: [], starts: [], begun: [] }],
])('the words of %j', (q, words) => {
  expect(typedWords(q)).toEqual(words)
})

test('only the first eight words count', () => {
  expect(typedWords('aaa bbb ccc ddd eee fff ggg hhh iii jjj').patterns).toHaveLength(8)
})

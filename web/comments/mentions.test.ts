import { expect, test } from 'vitest'
import { mentionAt, mentionedIn, withMention } from './mentions.ts'

test.each<[string, string | null]>([
  ['@', ''],
  ['Look, @Ad', 'Ad'],
  ['Look, @Ada Love', 'Ada Love'],
  ['ada@north.example', null],
  ['nobody', null],
  ['@Ada\nand', null],
])('%j asks for %j', (text, typed) => {
  expect(mentionAt(text, text.length)).toBe(typed)
})

test('a chosen name replaces the typed text, also in the middle', () => {
  expect(withMention('Ask @ad about it', 'Ask @ad'.length, 'Ada Lovelace')).toBe('Ask @Ada Lovelace  about it')
})

test('only people whose name is still in the text are mentioned, once each', () => {
  const ada = { id: '1', name: 'Ada' }
  expect(mentionedIn('@Ada and @Ada', [ada, ada, { id: '2', name: 'Bob' }, { id: '3', name: null }])).toEqual([ada])
})

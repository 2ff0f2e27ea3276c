import { expect, test } from 'vitest'
import { snippetOf } from './search-snippet.ts'

const shown = (text: string, ...words: string[]) =>
  snippetOf(text, words)?.replaceAll('\u0002', '<').replaceAll('\u0003', '>')

test('a passage has no marks of Markdown: lists, headings, boxes, links, pictures, tables, emphasis', () => {
  const text =
    '## Before you begin\n> [!WARNING]\n> **Lock** the _main_ switch.\n\n- [ ] Press `Start` ![The switch](attachment:0198-1)\n1. Read [the manual](https://x.example/a)\n\n| Bolt | Torque |\n|---|---|\n| M8 | 24 Nm |\n'
  expect(shown(text, 'switch')).toBe(
    'Before you begin Lock the main <switch>. Press Start The <switch> 1. Read the manual Bolt Torque M8 24 Nm',
  )
})

test('signs of technical texts stay', () => {
  expect(shown('Tighten M6*20 to 8~10 Nm, part_no A_1, 10-32 UNF, 5 > 3', 'tighten')).toBe(
    '<Tighten> M6*20 to 8~10 Nm, part_no A_1, 10-32 UNF, 5 > 3',
  )
})

test('words are found by their beginning, whatever their case and accents', () => {
  expect(shown('Die Straße vor dem MÜLLER-Ofen', 'strass', 'muller')).toBe('Die <Straße> vor dem <MÜLLER>-Ofen')
})

test('a long text is cut around the first hit; without a hit there is no passage', () => {
  const words = Array.from({ length: 60 }, (_, index) => `w${index}`).join(' ')
  expect(shown(words, 'w30')).toMatch(/^… w24 .* <w30> .* w47 …$/)
  expect(shown('…tting-edge) [Stop](https://x.example/very-lo', 'stop')).toBe('… <Stop>')
  expect(shown(words, 'other')).toBeUndefined()
})

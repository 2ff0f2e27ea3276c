import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paragraphsOf, partsOf, type TextPart, textOf } from './paragraphs.ts'

const chosen = (parts: TextPart[], choose: (part: Exclude<TextPart, { isSame: true }>) => string[]) =>
  textOf(parts.flatMap((part) => (part.isSame ? part.paragraphs : choose(part))))

const base = '# Steps\n\nStop the lathe.\n\n- [ ] Lock it\n- [ ] Take the key\n\nDone.'

test('a paragraph that only one of two people changed is marked as theirs', () => {
  const mine = base.replace('Stop the lathe.', 'Stop the lathe and wait.')
  const theirs = base.replace('Take the key', 'Take both keys')
  const parts = partsOf(base, mine, theirs)
  expect(parts.filter(({ isSame }) => !isSame)).toMatchObject([
    { changedBy: 'me', mine: ['Stop the lathe and wait.\n\n'], theirs: ['Stop the lathe.\n\n'] },
    { changedBy: 'them', mine: ['- [ ] Take the key\n\n'], theirs: ['- [ ] Take both keys\n\n'] },
  ])
  const both = chosen(parts, ({ changedBy, ...part }) => (changedBy === 'me' ? part.mine : part.theirs))
  expect(both).toBe(mine.replace('Take the key', 'Take both keys'))
})

test('neighbouring paragraphs that different people changed are two choices, and so is one added between them', () => {
  const parts = partsOf('Wait.\n\nStart.', 'Wait a minute.\n\nStart.', 'Wait.\n\nStart slowly.')
  expect(parts).toMatchObject([
    { changedBy: 'me', mine: ['Wait a minute.\n\n'], theirs: ['Wait.\n\n'] },
    { changedBy: 'them', mine: ['Start.'], theirs: ['Start slowly.'] },
  ])
  expect(partsOf('A\n\nB\n\nC', 'A\n\nNew\n\nB\n\nC', 'Other\n\nB\n\nC')).toMatchObject([
    { changedBy: 'them', mine: ['A\n\n'], theirs: ['Other\n\n'] },
    { changedBy: 'me', mine: ['New\n\n'], theirs: [] },
    { isSame: true, paragraphs: ['B\n\n', 'C'] },
  ])
})

test('a paragraph that both changed has both texts; a removed one is empty on that side', () => {
  const parts = partsOf(base, base.replace('Done.', 'Finished.'), base.replace('\n\nDone.', ''))
  expect(parts.filter(({ isSame }) => !isSame)).toMatchObject([{ changedBy: 'both', mine: ['Finished.'], theirs: [] }])
})

test('a paragraph at the end of one text gets a blank line when another follows it', () => {
  const parts = partsOf('A', 'A\n\nMine', 'A\n\nTheirs')
  expect(chosen(parts, ({ mine, theirs }) => [...mine, ...theirs])).toBe('A\n\nMine\n\nTheirs')
})

test('no paragraph is lost, whatever two people change', () => {
  const line = fc.constantFrom('a', 'b', 'c', '- x', '- y', '', '# h')
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, text, (before, mine, theirs) => {
      const parts = partsOf(before, mine, theirs)
      const words = (one: string) => paragraphsOf(one).map((each) => each.trimEnd())
      expect(words(chosen(parts, (part) => part.mine)).filter(Boolean)).toEqual(words(mine).filter(Boolean))
      expect(words(chosen(parts, (part) => part.theirs)).filter(Boolean)).toEqual(words(theirs).filter(Boolean))
      expect(paragraphsOf(mine).join('')).toBe(mine)
    }),
    { seed: 1, numRuns: 500 },
  )
})

test('texts without common paragraphs are compared as a whole', () => {
  const [one, other] = ['a', 'b'].map((word) => `${word}\n\n`.repeat(2_000)) as [string, string]
  expect(partsOf('', one, other)).toHaveLength(1)
})

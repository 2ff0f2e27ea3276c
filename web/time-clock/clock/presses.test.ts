import { expect, test } from 'vitest'
import {
  heldSeconds,
  type Press,
  type PressKind,
  readPresses,
  type Sending,
  sendInOrder,
  stateAfter,
} from './presses.ts'

const press = (kind: PressKind, id: string = kind, fields: Partial<Press> = {}): Press => ({
  ...{ id, kind, at: 1_000, entryId: null, refusal: null },
  ...fields,
})
const sent: Sending = { is: 'sent', entryId: 'e1' }
const out = { entryId: null, since: null, breakSince: null }

test('presses are sent in their order, and the later ones name the entry that the first began', async () => {
  const asked: Press[] = []
  let kept: Press[] = []
  await sendInOrder(
    [press('in'), press('breakStart'), press('out')],
    async (one) => {
      asked.push(one)
      return sent
    },
    (rest) => {
      kept = rest
    },
  )
  expect(asked.map(({ kind, entryId }) => [kind, entryId])).toEqual([
    ['in', null],
    ['breakStart', 'e1'],
    ['out', 'e1'],
  ])
  expect(kept).toEqual([])
})

test('without a network the first stays and nothing after it is sent', async () => {
  const asked: string[] = []
  const outcomes = await sendInOrder(
    [press('in'), press('out')],
    async ({ kind }) => {
      asked.push(kind)
      return { is: 'kept' }
    },
    () => expect.unreachable(),
  )
  expect(asked).toEqual(['in'])
  expect([...outcomes.values()]).toEqual([{ is: 'kept' }])
})

test('what the server refuses stays with its words and is not sent again', async () => {
  let kept: Press[] = []
  const store = (rest: Press[]) => {
    kept = rest
  }
  await sendInOrder([press('out')], async () => ({ is: 'refused', refusal: 'It has ended' }), store)
  expect(kept).toEqual([press('out', 'out', { refusal: 'It has ended' })])
  await sendInOrder(kept, async () => expect.unreachable(), store)
})

test('the clock shows the presses that wait, not those that were refused', () => {
  expect(stateAfter([press('in')], out)).toEqual({ ...out, since: 1_000 })
  expect(stateAfter([press('in'), press('breakStart', 'b', { at: 2_000 })], out)).toMatchObject({ breakSince: 2_000 })
  expect(stateAfter([press('out')], { entryId: 'e', since: 5, breakSince: null })).toEqual(out)
  expect(stateAfter([press('in', 'in', { refusal: 'x' })], out)).toEqual(out)
})

test('how long ago a press was is known unless the clock of the device was set back', () => {
  expect(heldSeconds(1_000, 61_400)).toBe(60)
  expect(heldSeconds(1_000, 999)).toBeNull()
})

test.each([null, '', '{}', '[{"id":1}]', 'x'])('%j in the storage holds no presses', (text) => {
  expect(readPresses(text)).toEqual([])
})

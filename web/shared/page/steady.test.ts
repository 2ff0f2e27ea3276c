import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { steady } from './steady.ts'

/** The part of a document that `steady` uses: a column of pieces, and events of changes in it. */
class Piece {
  isHeld = false
  isLoading: boolean
  constructor(isLoading = false) {
    this.isLoading = isLoading
  }
  matches = () => false
  querySelector = () => (this.isLoading ? this : null)
  toggleAttribute = (_name: string, isOn: boolean) => {
    this.isHeld = isOn
  }
}

let tell: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(onChange: () => void) {
        tell = onChange
      }
      observe = () => undefined
      disconnect = () => {
        tell = () => undefined
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function column(...isLoading: boolean[]) {
  const pieces = isLoading.map((each) => new Piece(each))
  const leave = steady({ children: pieces } as never)
  const load = (place: number, isLoading: boolean) => {
    const piece = pieces[place]
    if (piece) piece.isLoading = isLoading
    tell()
  }
  const add = (piece: Piece) => {
    pieces.push(piece)
    tell()
  }
  return { load, add, leave, held: () => pieces.map(({ isHeld }) => isHeld) }
}

test('a piece below one that loads is shown when all pieces above it are there', () => {
  const { load, held } = column(true, true, false)
  expect(held()).toEqual([false, true, true])
  load(0, false)
  expect(held()).toEqual([false, false, true])
  load(1, false)
  expect(held()).toEqual([false, false, false])
})

test('a shown piece is not hidden again when one above it loads later', () => {
  const { load, held } = column(true, false)
  load(0, false)
  load(0, true)
  expect(held()).toEqual([false, false])
})

test('a missing answer hides pieces for four seconds at most, and not a second time', () => {
  const { load, held } = column(true, false)
  vi.advanceTimersByTime(3_999)
  expect(held()).toEqual([false, true])
  vi.advanceTimersByTime(1)
  expect(held()).toEqual([false, false])
  load(0, false)
  load(0, true)
  vi.advanceTimersByTime(60_000)
  expect(held()).toEqual([false, false])
})

test('a piece that loads again does not begin a new wait for those below it', () => {
  const { load, held } = column(true, false, true)
  vi.advanceTimersByTime(1_000)
  load(0, false)
  vi.advanceTimersByTime(500)
  load(0, true)
  expect(held()).toEqual([false, true, true])
  vi.advanceTimersByTime(2_500)
  expect(held()).toEqual([false, false, false])
})

test('a piece that comes later waits for its own four seconds', () => {
  const { add, held } = column(true, false)
  vi.advanceTimersByTime(10_000)
  add(new Piece())
  expect(held()).toEqual([false, false, true])
  vi.advanceTimersByTime(4_000)
  expect(held()).toEqual([false, false, false])
})

test('a column that has left the screen is left alone', () => {
  const { load, leave, held } = column(true, false)
  leave?.()
  vi.advanceTimersByTime(10_000)
  load(0, false)
  expect(held()).toEqual([false, true])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ColumnNeed, layoutOf, tracksOf } from './column-layout.ts'

const number: ColumnNeed = { key: 'number', min: 100, natural: 120, grows: false }
const name: ColumnNeed = { key: 'name', min: 256, natural: 300, grows: true }
const supplier: ColumnNeed = { key: 'supplier', min: 100, natural: 150, grows: false, leaves: 1 }
const location: ColumnNeed = { key: 'location', min: 100, natural: 200, grows: false, leaves: 2 }
const all = [number, name, supplier, location]
const at = (available: number) => Object.fromEntries(layoutOf(all, available))

test('with enough room each column has the width of its content, and the name takes the rest', () => {
  expect(at(900)).toEqual({ number: 120, name: 430, supplier: 150, location: 200 })
})

test('content longer than the usual share is shown in full when there is room for it, before the name takes the rest', () => {
  const long = { ...location, whole: 320 }
  expect(Object.fromEntries(layoutOf([number, name, long], 900))).toEqual({ number: 120, name: 460, location: 320 })
  expect(Object.fromEntries(layoutOf([number, name, long], 660))).toEqual({ number: 120, name: 300, location: 240 })
})

test('controls that only some people have decide for everybody which columns leave', () => {
  expect([...layoutOf(all, 560, 500).keys()]).toEqual([...layoutOf(all, 500).keys()])
})

test('with less room each column keeps its minimum, and narrow content is fitted before wide content', () => {
  expect(at(556 + 107)).toEqual({ number: 120, name: 285, supplier: 129, location: 129 })
})

describe('without room for the minimum of all', () => {
  test('the least important columns leave, one after the other', () => {
    expect(Object.keys(at(500))).toEqual(['number', 'name', 'location'])
    expect(Object.keys(at(400))).toEqual(['number', 'name'])
  })

  test('columns that never leave keep their minimum', () => {
    expect(at(200)).toEqual({ number: 100, name: 256 })
  })

  test('a name with a floor gives way to it, and no further', () => {
    const yielding = { ...name, floor: 80 }
    expect(Object.fromEntries(layoutOf([number, yielding], 200))).toEqual({ number: 100, name: 100 })
    expect(Object.fromEntries(layoutOf([number, yielding], 150))).toEqual({ number: 100, name: 80 })
  })
})

test('a row has a track for each column, and one for its box and its buttons when it has them', () => {
  const widths = new Map([
    ['number', 120],
    ['name', 430.5],
  ])
  expect(tracksOf(widths, true, '7rem')).toBe('2.5rem minmax(120px, 120fr) minmax(430.5px, 430.5fr) 7rem')
  expect(tracksOf(widths, false, undefined)).toBe('minmax(120px, 120fr) minmax(430.5px, 430.5fr)')
})

test('no column is narrower than its minimum, and together they fill the room or need more', () => {
  const need = fc.record({
    min: fc.integer({ min: 40, max: 300 }),
    natural: fc.integer({ min: 0, max: 600 }),
    grows: fc.boolean(),
    leaves: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 3_000 }), (needs, room) => {
      const columns = needs.map((each, index) => ({ ...each, key: `${index}` }))
      const widths = layoutOf(columns, room)
      for (const [key, width] of widths) expect(width).toBeGreaterThanOrEqual(columns[Number(key)]?.min ?? 0)
      const used = [...widths.values()].reduce((sum, width) => sum + width, 0)
      const staying = columns.filter(({ key }) => widths.has(key))
      if (staying.reduce((sum, { min }) => sum + min, 0) <= room) expect(used).toBeLessThanOrEqual(room + 0.001)
      if (staying.length < columns.length && staying.some(({ leaves }) => leaves)) {
        const gone = columns.filter(({ key }) => !widths.has(key))
        const last = Math.max(...gone.map(({ leaves }) => leaves ?? 0))
        expect(staying.every(({ leaves }) => leaves === undefined || leaves >= last)).toBe(true)
      }
    }),
  )
})

import { TimeSheet, TimeSheetRow } from 'contract/time-clock/time-sheets.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'
import { daysFrom } from './sheet-period.ts'

const hours = (count: number) => count * 3600 + 28 * 60

function sheetOf({ from, to }: { from: string; to: string }) {
  const days = daysFrom(from, to).map((_, place) => (place % 7 === 6 ? 0 : hours(14)))
  const row = { days, workedSeconds: hours(178), agreedSeconds: hours(160), balanceSeconds: -hours(118), openCount: 1 }
  const rows = ['Maximiliane Oberhuber', 'Emil Novak'].map((userName) =>
    sampleOf(TimeSheetRow, { ...row, userName, userId: newId() }),
  )
  return sampleOf(TimeSheet, { from, to, today: from, rows })
}

/** Numbers that do not fit their cell, and cells that lie over the next one. */
const faultsOf = (table: Element) =>
  [...table.querySelectorAll('[data-numeric]')].filter((cell) => {
    const words = document.createRange()
    words.selectNodeContents(cell)
    const inner = words.getBoundingClientRect()
    const outer = cell.getBoundingClientRect()
    return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5 || cell.scrollWidth > cell.clientWidth
  })

test.each([
  ['week', 7],
  ['month', 30],
] as const)(
  'at 768 px the days of a %s are equally wide, no number is cut, and the page stays',
  async (view, count) => {
    await resize(768, 1024)
    open(`/time-clock/sheets?view=${view}&on=2090-06-14`, 'company_operator', { timeSheets: { get: sheetOf } })
    const box = page.getByRole('region', { name: 'Time sheet' })
    await expect.element(box.getByText('Emil Novak')).toBeVisible()
    const table = box.element().querySelector('table') as Element
    expect(faultsOf(table).map((cell) => cell.textContent)).toEqual([])
    const days = [...table.querySelectorAll('thead th')].slice(4)
    expect(days).toHaveLength(count)
    expect(new Set(days.map((day) => Math.round(day.getBoundingClientRect().width))).size).toBe(1)
    expect(document.documentElement.scrollWidth).toBe(768)
    if (view === 'week') expect(box.element().scrollWidth).toBe(box.element().clientWidth)
    await expectAccessible()
  },
)

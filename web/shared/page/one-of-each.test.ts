import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../..', import.meta.url))
const screens = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !/node_modules|\.test\./.test(file))
const filesWith = (pattern: RegExp) =>
  screens.filter((file) => pattern.test(readFileSync(`${web}/${file}`, 'utf8'))).toSorted()

/** Common parts of screens come from one place; otherwise two screens soon differ in height, words or colours. */
test('titles of screens come from PageHeader; only pages without the shell, and pages of text, have their own', () => {
  expect(filesWith(/<h1/)).toEqual([
    'app/api-docs/api-docs-page.tsx',
    'app/not-found-page.tsx',
    'app/screen-error.tsx',
    'identity/sign-in/sign-in-frame.tsx',
    'settings/guide/guide-page.tsx',
    'sops/sop-frame.tsx',
  ])
})

test('dates are formatted by shared/format; those of the time clock in its own way', () => {
  expect(filesWith(/toLocaleDateString\((?!'en-CA')|toLocaleTimeString|new Intl\.DateTimeFormat\('en-US'/)).toEqual([
    'shared/format/dates.ts',
    'time-clock/company-time.ts',
    'time-clock/entries/edited-times.ts',
    'time-clock/sheets/sheet-period.ts',
  ])
})

test('sizes of files are formatted by one function', () => {
  expect(filesWith(/'KB'/)).toEqual(['shared/format/file-size.ts'])
})

test('the priority of a task, and that it is overdue, are drawn by one component each; its status by those of one file', () => {
  expect(filesWith(/data-priority=/)).toEqual(['tasks/task-facts.tsx'])
  expect(filesWith(/aria-label="Overdue"|>Overdue</)).toEqual(['tasks/task-facts.tsx'])
  // A board says the status of its columns, too.
  expect(filesWith(/taskStatusLabels\[/)).toEqual(['tasks/board/task-board.tsx', 'tasks/task-status.tsx'])
})

test('what one of an item costs is shown with all its decimals, not as a sum of money', () => {
  expect(filesWith(/formatMoney\((?![\w.]*AtCost)[\w.]*(cost|price|margin|earned|excess)\)/i)).toEqual([])
})

import { expect, test } from 'vitest'
import { loggedText } from './logged-value.ts'

const zone = 'America/New_York'

test.each([
  ['part', 'cost', '1.5', '$1.50'],
  ['part', 'stock_level', '1200', '1,200'],
  ['task', 'status', 'not_started', 'Not started'],
  ['task', 'due_on', '2026-11-27', 'Nov 27, 2026'],
  ['sop', 'visibility', 'sbr_only', 'Sbr only'],
  ['task_item', 'is_done', 'true', 'Yes'],
  ['time_entry', 'breaks', '[{"from":"x"}]', ''],
  ['part', 'sop_id', '01a21a99-b6dd-7c2e-8a16-44ee21e67ec1', ''],
  ['part', 'sop_id', 'Final inspection', 'Final inspection'],
  ['part', 'name', 'bolt', 'bolt'],
  ['part', 'name', null, ''],
])('%s %s %s is read as %s', (entity, column, value, text) => {
  expect(loggedText(entity, column, value, zone)).toBe(text)
})

test('a quantity of the log has the unit of its part, also that of a line', () => {
  expect(loggedText('part', 'stock_level', '2400', zone, 'm')).toBe('2,400 m')
  expect(loggedText('bom_line', 'quantity', '2400.5', zone, 'm')).toBe('2,400.5 m')
  expect(loggedText('part', 'stock_value', '1200.5', zone, 'm')).toBe('$1,200.50')
})

test.each(['2026-11-27T01:42:00.123456+00:00', '2026-11-27 01:42:00+00'])(
  'the moment %s is that of the company',
  (value) => {
    expect(loggedText('time_entry', 'started_at', value, zone)).toMatch(/^Nov 26, 2026, 8:42\sPM/)
  },
)

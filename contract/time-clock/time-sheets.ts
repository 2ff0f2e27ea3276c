import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { route } from '../route.ts'
import { TimeLock } from './time-locks.ts'

/**
 * What a person worked in a period. `days`: seconds of each day, in the order of the period. `breakSeconds`: breaks, paid or not.
 * `agreedSeconds`: the agreed hours of the days up to today, null when nothing is agreed for any of them; `balanceSeconds`: worked minus agreed,
 * overtime when above 0. `openCount`: entries that are open or whose end nobody has confirmed; `proposalCount`: proposals that wait.
 */
export const TimeSheetRow = z.object({
  userId: z.uuid(),
  userName: z.string().nullable(),
  days: z.array(z.int()),
  workedSeconds: z.int(),
  breakSeconds: z.int(),
  agreedSeconds: z.int().nullable(),
  balanceSeconds: z.int().nullable(),
  openCount: z.int(),
  proposalCount: z.int(),
})
export type TimeSheetRow = z.infer<typeof TimeSheetRow>

/** The sheet of a period, by name. `locks`: the locked periods that touch it. */
export const TimeSheet = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  timeZone: z.string(),
  rows: z.array(TimeSheetRow),
  locks: z.array(TimeLock),
})
export type TimeSheet = z.infer<typeof TimeSheet>

const maxDays = 62
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

const period = z
  .strictObject({ companyId: z.uuid(), from: CalendarDay, to: CalendarDay, userId: z.uuid().optional() })
  .refine(({ from, to }) => from <= to, { error: 'The last day must not be before the first', path: ['to'] })
  .refine(({ from, to }) => daysBetween(from, to) < maxDays, { error: `At most ${maxDays} days`, path: ['to'] })

export const timeSheetFiles = ['time-sheet.csv', 'time-sheet.xlsx'] as const

export const timeSheetsContract = {
  get: route
    .meta({ needs: 'time.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-sheets',
      summary: 'What people worked in a period, by day, with breaks and overtime; at most 62 days',
    })
    .input(period)
    .output(TimeSheet),
  download: route
    .meta({ needs: 'time.read', answer: ['csv', 'xlsx'], limit: 'export' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-sheets/{sheet}',
      summary: 'The sheet of a period as CSV or XLSX: one row for each person and day',
    })
    .input(period.safeExtend({ sheet: z.enum(timeSheetFiles) })),
}

import { z } from 'zod'
import { once } from '../once.ts'

/** Days of the week: 1 is Monday, 7 is Sunday. */
export const weekdayLabels = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const every = (most: number) => z.int().min(1).max(most).default(1)

/**
 * When a task repeats. `weekly`: on these days of every n-th week. `monthly`: in every n-th month on a day (in a shorter month on its last day), or on
 * its first or last working day (Monday to Friday). `days`: every n days. `after_completion`: n days after the last task was completed.
 */
export const Repeat = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('weekly'),
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1, 'Choose at least one day')
      .max(7)
      .overwrite((days) => [...new Set(days)].toSorted()),
    every: every(52),
  }),
  z.strictObject({
    kind: z.literal('monthly'),
    on: z.union([z.int().min(1).max(31), z.enum(['first_workday', 'last_workday'])]),
    every: every(24),
  }),
  z.strictObject({ kind: z.literal('days'), every: every(730) }),
  z.strictObject({ kind: z.literal('after_completion'), days: z.int().min(0).max(730) }),
])
export type Repeat = z.infer<typeof Repeat>

const dayMs = 86_400_000
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** @param day 2026-11-21; @returns the day so many days later */
export const daysLater = (day: string, count: number): string => dayOf(timeOf(day) + count * dayMs)

const weekdayOf = (day: string) => new Date(timeOf(day)).getUTCDay() || 7

/** The day of a rule in the month `count` months after that of `day`. */
function dayInMonth(day: string, count: number, on: number | 'first_workday' | 'last_workday'): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = dayOf(Date.UTC(year, month - 1 + count, 1))
  const last = dayOf(Date.UTC(year, month + count, 0))
  if (typeof on === 'number') return daysLater(first, Math.min(on, Number(last.slice(8))) - 1)
  if (on === 'first_workday') return daysLater(first, [0, 0, 0, 0, 0, 0, 2, 1][weekdayOf(first)] ?? 0)
  return daysLater(last, -([0, 0, 0, 0, 0, 0, 1, 2][weekdayOf(last)] ?? 0))
}

/**
 * The first day of a rule that is not before `from`; both are days of the company's calendar. A rule that counts days begins with `from`.
 * @param from 2026-11-21
 */
export function firstDayOf(rule: Repeat, from: string): string {
  if (rule.kind === 'weekly') {
    const waits = rule.weekdays.map((weekday) => (weekday - weekdayOf(from) + 7) % 7)
    return daysLater(from, Math.min(...waits))
  }
  if (rule.kind === 'monthly') {
    const here = dayInMonth(from, 0, rule.on)
    return here >= from ? here : dayInMonth(from, 1, rule.on)
  }
  return from
}

/** The day of the rule after `last`, which was a day of the rule too; null when the completion of the task decides. */
export function dayAfter(rule: Repeat, last: string): string | null {
  if (rule.kind === 'after_completion') return null
  if (rule.kind === 'days') return daysLater(last, rule.every)
  if (rule.kind === 'monthly') return dayInMonth(last, rule.every, rule.on)
  const later = rule.weekdays.find((weekday) => weekday > weekdayOf(last))
  if (later) return daysLater(last, later - weekdayOf(last))
  const monday = daysLater(last, 1 - weekdayOf(last))
  return daysLater(monday, 7 * rule.every + (rule.weekdays[0] ?? 1) - 1)
}

/**
 * The next day of a rule after today, once `due` has come. Days that were missed because no server ran get no tasks of their own:
 * one task stands for all of them.
 */
export function dayAfterToday(rule: Repeat, due: string, today: string): string | null {
  let next = dayAfter(rule, due)
  while (next !== null && next <= today) next = dayAfter(rule, next)
  return next
}

const times = (count: number, unit: string) => (count === 1 ? `every ${unit}` : `every ${count} ${unit}s`)
const listed = once(() => new Intl.ListFormat('en-US'))

/** The rule at the beginning of a line: 'Every Monday'. */
export const sentenceOfRepeat = (rule: Repeat): string => {
  const words = wordsOfRepeat(rule)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'every Monday', 'every 2 weeks on Monday and Friday', 'on the last working day of every month', '3 days after completion'. */
export function wordsOfRepeat(rule: Repeat): string {
  if (rule.kind === 'days') return times(rule.every, 'day')
  if (rule.kind === 'after_completion')
    return rule.days === 0
      ? 'when it is completed'
      : `${rule.days} ${rule.days === 1 ? 'day' : 'days'} after completion`
  if (rule.kind === 'monthly') {
    const on = { first_workday: 'the first working day', last_workday: 'the last working day' }
    return `on ${typeof rule.on === 'number' ? `day ${rule.on}` : on[rule.on]} of ${times(rule.every, 'month')}`
  }
  const days = listed().format(rule.weekdays.map((weekday) => weekdayLabels[weekday - 1] ?? ''))
  return rule.every === 1 ? `every ${days}` : `${times(rule.every, 'week')} on ${days}`
}

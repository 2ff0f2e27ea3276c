import { loggedField } from 'contract/catalogues.ts'
import { formatDate, formatTime } from './dates.ts'
import { valueText } from './field-value.ts'

const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
const day = /^\d{4}-\d\d-\d\d$/
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const code = /^[a-z]{1,20}(?:_[a-z]{1,20}){0,4}$/

/** Columns that hold one of a few words: 'not_started', 'high', 'sbr_only'. */
const choices = ['status', 'priority', 'kind', 'answer', 'visibility', 'stage', 'type', 'repeat', 'repeat_on']

/**
 * A value of the activity log as people read it: amounts and choices as their field shows them, moments in the company's zone, 'Yes' and
 * 'No'. What only a program reads (an id, a list) has no text.
 * @param entity 'time_entry' @param column 'started_at' @param zone of the company @param unit of a quantity
 */
export function loggedText(
  entity: string,
  column: string,
  value: string | null,
  zone: string,
  unit: string | null = null,
): string {
  if (value === null || value === '' || id.test(value) || /^[[{]/.test(value)) return ''
  if (moment.test(value)) return formatTime(value, zone)
  if (day.test(value)) return formatDate(value)
  const field = loggedField(entity, column)
  if (field?.choices?.[value] || field?.kind === 'money' || field?.kind === 'quantity')
    return valueText(field, value, unit) ?? ''
  if (value === 'true' || value === 'false') return value === 'true' ? 'Yes' : 'No'
  return choices.includes(column) && code.test(value) ? inWords(value) : value
}

const inWords = (value: string) => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

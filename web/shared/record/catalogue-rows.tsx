import { type Field, type Fields, inSentence } from 'contract/catalogue.ts'
import type { ReactNode } from 'react'
import { valueText } from '../format/field-value.ts'
import { Moment } from '../format/moment.tsx'
import { Copyable } from './copyable.tsx'
import { MailLink } from './mail-link.tsx'

/**
 * The fields of one group of the details, from the catalogue of the noun: label and value. The name stands above them, as the title.
 * @param own replaces the value of a field
 */
export function rowsOf<Of extends Fields>(
  { fields }: { fields: Of },
  record: { [Key in keyof Of]?: unknown },
  group: string,
  own: { [Key in keyof Of]?: ReactNode } = {},
): [label: string, value: ReactNode][] {
  const grouped = Object.entries(fields).filter(([key, field]) => field.group === group && key !== 'name')
  return grouped.map(([key, field]) => [field.label, key in own ? own[key] : shownValue(field, record[key])])
}

function shownValue(field: Field, value: unknown): ReactNode {
  const text = valueText(field, value)
  if (text === null) return null
  switch (field.kind) {
    case 'code':
      return <Copyable value={text} what={inSentence(field.label)} />
    case 'money':
    case 'quantity':
      return <span className="numeric">{text}</span>
    case 'time':
      return <Moment at={text} />
    case 'email':
      return <MailLink address={text} />
    case 'web address':
      return (
        <a href={text} target="_blank" rel="noreferrer">
          {text.replace(/^https?:\/\//, '')}
        </a>
      )
    default:
      return text
  }
}

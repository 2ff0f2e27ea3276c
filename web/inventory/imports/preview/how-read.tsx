import { columnName } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { listed } from 'contract/listed.ts'
import { TextButton } from '../../../shared/feedback/text-button.tsx'
import type { ImportSession } from '../import-session.ts'
import { foreignIn } from '../map/foreign-amounts.ts'
import type { Correction } from './corrections.ts'

type HowReadProps = { preview: ImportPreview; session: ImportSession; lost: Correction[] }

/** What was answered without asking, and what of the file is ignored; the columns are where both change. */
export function HowRead({ preview, session, lost }: HowReadProps) {
  const sentences = [itemWords(preview), ...emptyWords(preview), ...dollarWords(preview), ...ignoredWords(preview)]
  const words = sentences.filter(Boolean).join(' ')
  if (words === '') return null
  return (
    <p className="text-sm text-muted break-words">
      {words}{' '}
      {session.canReadAgain && (
        <TextButton onClick={() => session.goTo({ name: 'map', preview, lost })}>Change</TextButton>
      )}
    </p>
  )
}

/** 'All lines belong to FAN-1 Desk fan.' */
function itemWords({ choices: { bomOf, bomName } }: ImportPreview): string {
  return bomOf === null ? '' : `All lines belong to ${[bomOf, bomName].filter(Boolean).join(' ')}.`
}

/** 'TBD in Buy price is empty.', 'Of 3 boxes in Qty the number counts.' */
const emptyWords = ({ columns }: ImportPreview): string[] =>
  columns.flatMap(({ header, units }, index) => {
    if (!units?.isIgnored) return []
    const name = columnName(header, index)
    const [measured, words] = [true, false].map((has) => units.examples.filter((cell) => /\d/.test(cell) === has))
    const all = [...new Set([...(words ?? []), ...units.words])]
    return [
      ...(all.length > 0 ? [`${listed(all)} in ${name} ${all.length === 1 ? 'is' : 'are'} empty.`] : []),
      ...(measured?.length ? [`Of ${measured[0]} in ${name} the number counts.`] : []),
    ]
  })

/** 'EUR in Cost is taken as dollars.' */
const dollarWords = ({ columns }: ImportPreview): string[] =>
  columns.flatMap((column, index) => {
    const others = column.currencies?.isTaken ? foreignIn(column) : ''
    return others === '' ? [] : [`${others} in ${columnName(column.header, index)} is taken as dollars.`]
  })

const namedColumns = 5

/** 'Ignored: Colour (red), Tags and 7 more columns. No field for: Lead Time (2 weeks).' Columns without values are not mentioned. */
function ignoredWords({ leftOut, columns }: ImportPreview): string[] {
  const columnOf = new Map(columns.map((column) => [column.header.trim(), column]))
  const filled = leftOut.filter((header) => columnOf.get(header)?.samples.length !== 0)
  const isNoted = (header: string) => (columnOf.get(header)?.note ?? null) !== null
  const named = (lead: string, headers: string[]) => {
    if (headers.length === 0) return ''
    const more = headers.length - namedColumns
    const names = headers.slice(0, more > 0 ? namedColumns : undefined).map((header) => {
      const [sample] = columnOf.get(header)?.samples ?? []
      return sample ? `${header} (${sample.length > 24 ? `${sample.slice(0, 24)}…` : sample})` : header
    })
    return `${lead}: ${names.join(', ')}${more > 0 ? ` and ${more} more ${more === 1 ? 'column' : 'columns'}` : ''}.`
  }
  return [
    named(
      'Ignored',
      filled.filter((header) => !isNoted(header)),
    ),
    named('No field for', filled.filter(isNoted)),
  ]
}

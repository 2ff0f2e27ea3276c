import { columnName } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { listed } from 'contract/listed.ts'
import { TextButton } from '../../../shared/feedback/text-button.tsx'
import type { ImportSession } from '../import-session.ts'
import type { Correction } from './corrections.ts'

type HowReadProps = { preview: ImportPreview; session: ImportSession; lost: Correction[] }

/** What was answered without asking, and what of the file is ignored; the columns are where both change. */
export function HowRead({ preview, session, lost }: HowReadProps) {
  const sentences = [itemWords(preview), ...emptyWords(preview), ignoredWords(preview)].filter(Boolean)
  if (sentences.length === 0) return null
  return (
    <p className="text-sm text-muted break-words">
      {sentences.join(' ')}{' '}
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

/** 'TBD in Buy price is empty.' */
const emptyWords = ({ columns, choices: { withoutUnits } }: ImportPreview): string[] =>
  columns.flatMap(({ header, units }, index) => {
    const name = columnName(header, index)
    const words = (units?.examples ?? []).filter((cell) => !/\d/.test(cell))
    const all = [...new Set([...words, ...(units?.words ?? [])])]
    if (!withoutUnits.includes(name) || all.length === 0) return []
    return [`${listed(all)} in ${name} ${all.length === 1 ? 'is' : 'are'} empty.`]
  })

const namedColumns = 5

/** 'Ignored: Note (ask Joe), Tags and 7 more columns.' Columns without values are not mentioned. */
function ignoredWords({ leftOut, columns }: ImportPreview): string {
  const samplesOf = new Map(columns.map(({ header, samples }) => [header.trim(), samples]))
  const filled = leftOut.filter((header) => samplesOf.get(header)?.length !== 0)
  if (filled.length === 0) return ''
  const more = filled.length - namedColumns
  const names = filled.slice(0, more > 0 ? namedColumns : undefined).map((header) => {
    const [sample] = samplesOf.get(header) ?? []
    return sample ? `${header} (${sample.length > 24 ? `${sample.slice(0, 24)}…` : sample})` : header
  })
  return `Ignored: ${names.join(', ')}${more > 0 ? ` and ${more} more ${more === 1 ? 'column' : 'columns'}` : ''}.`
}

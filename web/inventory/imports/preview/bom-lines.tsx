import { componentTypeLabels } from 'contract/inventory/bom.ts'
import type { ImportLine, ImportPreview, ImportRow } from 'contract/inventory/imports.ts'
import { formatQuantity } from 'contract/units.ts'
import { useState } from 'react'
import { TextButton } from '../../../shared/feedback/text-button.tsx'
import { formatCount } from '../import-types.ts'
import { linesIn, nameOfLine } from './bom-cell.ts'
import classes from './bom-lines.module.css'

/** A line as it is shown; `tone`: of what happens to it. */
type ShownLine = {
  number: string
  name: string | null
  quantity: string
  what: string
  tone?: 'new' | 'changed' | 'bad'
}

const shownFirst = 15

/** The lines of a bill of materials, one below the other: the component, how many, and what happens to the line. */
export function BomLines({ lines, label }: { lines: ShownLine[]; label: string }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, shownFirst + 1 === lines.length ? undefined : shownFirst)
  return (
    <>
      <ul className={`text-sm grid mt-1 ${classes.lines}`} aria-label={label}>
        <li className={classes.head} aria-hidden>
          <span>Component</span>
          <span />
          <span className="tabular-nums font-medium text-right">Quantity</span>
          <span>What happens</span>
        </li>
        {shown.map(({ number, name, quantity, what, tone }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <li key={place} data-tone={tone}>
            <span className="code">{number}</span>
            <span className={`text-muted ${classes.name}`}>{name !== number && name}</span>
            <span className="tabular-nums font-medium text-right">{quantity}</span>
            <span className={`text-muted ${classes.what}`}>{what}</span>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <TextButton onClick={() => setWhole(true)}>Show all {formatCount(lines.length)} lines</TextButton>
      )}
    </>
  )
}

/** The lines that a row adds, changes or removes; for a faulty row those of its cells, with the faulty ones first. */
export function linesOf(row: ImportRow, preview: ImportPreview): ShownLine[] {
  if (row.action !== 'error') return row.lines.map(shownLine)
  const unknown = new Set(preview.bom?.unknownNumbers)
  return row.cells
    .flatMap((cell) => linesIn(cell) ?? [])
    .map((line): ShownLine => {
      const [number, quantity] = [nameOfLine(line), String(line.quantity)]
      const what = unknown.has(number) ? 'Unknown' : typeof line.quantity === 'number' ? '' : 'Not a quantity'
      return { number, name: line.name ?? null, quantity, what, ...(what && { tone: 'bad' }) }
    })
    .toSorted((one, other) => Number(other.what !== '') - Number(one.what !== ''))
}

function shownLine({ type, number, name, unit, quantity, was, isNew }: ImportLine): ShownLine {
  const shown = { number, name, quantity: formatQuantity(quantity ?? was ?? 0, unit) }
  if (quantity === null) return { ...shown, what: 'Line removed', tone: 'bad' }
  if (isNew) return { ...shown, what: `New ${componentTypeLabels[type].toLowerCase()}`, tone: 'new' }
  if (was === null) return { ...shown, what: 'New line', tone: 'new' }
  return was === quantity
    ? { ...shown, what: 'Unchanged' }
    : { ...shown, what: `Was ${formatQuantity(was, unit)}`, tone: 'changed' }
}

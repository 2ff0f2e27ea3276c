import { Button } from '@mantine/core'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import { fieldOf, rowCatalogues } from 'contract/inventory/catalogues.ts'
import { type ImportProblem, reasonOf, sentenceOfRow } from 'contract/inventory/import-problems.ts'
import type { ImportPreview, ImportRow } from 'contract/inventory/imports.ts'
import { useRef, useState } from 'react'
import { valueText } from '../../../shared/format/field-value.ts'
import { RowCheck } from '../../../shared/table/rows/row-selection.tsx'
import { formatCount, labelOf } from '../import-types.ts'
import { linesAsText, linesIn } from './bom-cell.ts'
import { BomLines, linesOf } from './bom-lines.tsx'
import type { Correction } from './corrections.ts'
import classes from './preview-row.module.css'
import type { RowChoice } from './row-choice.ts'
import { RowEditor } from './row-editor.tsx'

type PreviewRowProps = {
  preview: ImportPreview
  row: ImportRow
  /** rows of other kinds are beside it */
  isMixed: boolean
  /** null: the row cannot be chosen */
  choice: RowChoice | null
  onCorrected: (row: ImportRow, preview: ImportPreview) => void
  onKept: (corrections: Correction[]) => void
}

export function PreviewRow({ preview, row, isMixed, choice, onCorrected, onKept }: PreviewRowProps) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const replaced = replacementOf(preview, row)
  const lines = linesOf(row, preview)
  const hasLines = lines.length > 0 && !isEditing
  const stop = () => {
    setEditing(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <tr data-editing={isEditing || undefined} data-lines={hasLines || undefined}>
        <td className="text-faint numeric">
          {choice ? (
            <label
              className={`row gap-2 nowrap cursor-pointer py-2 px-3 ${classes.choice}`}
              htmlFor={`choose-row-${row.rowNumber}`}
            >
              <RowCheck
                id={`choose-row-${row.rowNumber}`}
                aria-label={`Select row ${row.rowNumber}`}
                checked={choice.numbers.has(row.rowNumber)}
                onChange={() => choice.toggle(row.rowNumber)}
              />
              {row.rowNumber}
            </label>
          ) : (
            row.rowNumber
          )}
        </td>
        <td className="font-medium">
          {row.label ?? <span className="text-faint font-normal">No number or name</span>}
        </td>
        <td>
          {row.lines.length > 0 && <LinesSummary row={row} />}
          {row.action === 'update' && <Changes row={row} />}
          {row.action === 'error' && (
            <div className={`flex items-start justify-between gap-3 ${classes.fault}`}>
              <div>
                <p className={`text-danger ${classes.reason}`}>{shownReason(row)}</p>
                {!isEditing && !hasLines && <Cells preview={preview} row={row} />}
              </div>
              {!isEditing && (!row.isDerived || preview.bom !== null) && (
                <Button
                  ref={button}
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconPencil size={12} />}
                  aria-label={`Correct row ${row.rowNumber}`}
                  onClick={() => setEditing(true)}
                >
                  Correct
                </Button>
              )}
            </div>
          )}
          {row.action === 'create' && (
            <NewValues preview={preview} row={row} isMixed={isMixed && row.lines.length === 0} />
          )}
          {row.action === 'unchanged' && (replaced ? sentenceOfRow([replaced]) : <Cells preview={preview} row={row} />)}
        </td>
      </tr>
      {hasLines && (
        <tr>
          <td colSpan={3} className={classes.lines}>
            <BomLines lines={lines} label={`Lines of ${row.label}`} />
          </td>
        </tr>
      )}
      {isEditing && (
        <tr>
          <td colSpan={3} className={classes.editor}>
            <RowEditor {...{ preview, row, onCorrected, onKept }} onCancel={stop} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The problem that tells of a later row which counts instead of this one. */
export const replacementOf = (preview: ImportPreview, { rowNumber }: ImportRow): ImportProblem | undefined =>
  preview.problems.find(({ code, row }) => code === 'row_repeats' && row === rowNumber)

/** The problem without the row number, which is in the first column; for a store export it names the product. */
const shownReason = ({ problems }: ImportRow): string => {
  const sentence = problems[0]?.params.product === undefined ? reasonOf(problems) : sentenceOfRow(problems)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** 'New product, 12 lines', '12 lines: 1 new, 2 changed, 1 removed'. */
function LinesSummary({ row: { action, type, lines } }: { row: ImportRow }) {
  const left = lines.filter(({ quantity }) => quantity !== null)
  const counts = {
    new: left.filter(({ was }) => was === null).length,
    changed: left.filter(({ quantity, was }) => was !== null && was !== quantity).length,
    removed: lines.length - left.length,
  }
  const words = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${formatCount(count)} ${what}`] : []))
  const count = `${formatCount(left.length)} ${left.length === 1 ? 'line' : 'lines'}`
  if (action !== 'create') return `${count}: ${words.join(', ')}`
  return (
    <>
      <span className="text-success">New {rowCatalogues[type].noun}</span>, {count}
    </>
  )
}

/** The lines of a bill of materials stand below the row. */
const besidesLines = ({ changes, lines }: ImportRow) =>
  lines.length > 0 ? changes.filter(({ field }) => field !== 'components' && field !== 'bom') : changes

function Changes({ row }: { row: ImportRow }) {
  return (
    <ul className={`flex flex-wrap gap-x-4 gap-y-0-5 text-muted ${classes.changes}`}>
      {besidesLines(row).map(({ field, oldValue, newValue }) => (
        <li key={field}>
          <span className={classes.field}>{labelOf(row.type, field)}</span>
          <span className={`row flex-wrap break-words ${classes.values}`}>
            {oldValue ? (
              <del className="bg-danger text-danger">{shownValue(row, field, oldValue)}</del>
            ) : (
              <span className="text-faint font-normal">empty</span>
            )}
            <IconArrowRight className="flex-none text-faint" size={12} aria-label="becomes" />
            {newValue ? (
              <ins>{shownValue(row, field, newValue)}</ins>
            ) : (
              <span className="text-faint font-normal">empty</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The vendors and components that come with the rows that name them: one line for each kind, so that the rows themselves are in sight. */
export function BroughtRecords({ rows }: { rows: ImportRow[] }) {
  const byType = [...Map.groupBy(rows, ({ type }) => type)]
  return byType.map(([type, ofType]) => (
    <tr key={type}>
      <td />
      <td className="font-medium text-success">
        {formatCount(ofType.length)} new {ofType.length === 1 ? rowCatalogues[type].noun : type}
      </td>
      <td className="text-muted">{ofType.map(({ label }) => label).join(', ')}</td>
    </tr>
  ))
}

/** The values that a new row will store, besides its label. A vendor is named once. */
function NewValues({ preview, row, isMixed }: { preview: ImportPreview; row: ImportRow; isMixed: boolean }) {
  const supplier = row.changes.find(({ field }) => field === 'supplierName')?.newValue
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0-5 text-muted">
      {isMixed && <li className="text-success">New</li>}
      {besidesLines(row)
        .filter(({ field }) => !names.includes(field) && !(field === 'vendorId' && supplier))
        .map(({ field, newValue }) => (
          <li key={field}>
            <span className={classes.field}>{labelOf(row.type, field)}</span>
            <span>{newValue && shortened(shownValue(row, field, newValue))}</span>
          </li>
        ))}
      {emptiedIn(preview, row).map((field) => (
        <li key={field}>
          <span className={classes.field}>{labelOf(row.type, field)}</span>
          <span className="text-faint">empty</span>
        </li>
      ))}
    </ul>
  )
}

/** An amount as the screens of its record show it: '2,400 m', '$1.50'. */
function shownValue({ type, unit }: ImportRow, key: string, value: string): string {
  const field = fieldOf(type, key)
  const isAmount = field?.kind === 'quantity' || field?.kind === 'money'
  return (isAmount && valueText(field, value, unit)) || value
}

/** The fields whose cells hold a word for nothing, such as TBD: nobody should take their absence for a 0 of the file. */
function emptiedIn({ cells }: ImportPreview, row: ImportRow): string[] {
  const given = new Set([...row.changes.map(({ field }) => field), ...names])
  const fedBy = cells[row.type]?.fields ?? []
  return row.cells.flatMap((cell, index) => {
    const fed = fedBy[index] ?? []
    return cell.trim() && row.lines.length === 0 && !fed.some((field) => given.has(field)) ? fed.slice(0, 1) : []
  })
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** The lines of a BOM as people read them, and any other cell as it is. */
function shownCell(cell: string): string {
  const lines = linesIn(cell)
  return lines ? linesAsText(lines) : cell
}

const names = ['partNumber', 'assemblyNumber', 'sku', 'itemNumber', 'name']

/** The imported cells that are not part of the label. For a faulty row: all cells with text, as they are in the file. */
function Cells({ preview, row }: { preview: ImportPreview; row: ImportRow }) {
  const isFaulty = row.action === 'error'
  const described = preview.cells[row.type]
  const cells = row.cells.flatMap((cell, index) => {
    const fields = described?.fields[index] ?? []
    const isShown = isFaulty || fields.some((field) => !names.includes(field))
    const label = isFaulty ? described?.headers[index] : fields[0] && labelOf(row.type, fields[0])
    return cell.trim() && isShown ? [{ index, label, cell }] : []
  })
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0-5 text-muted">
      {cells.slice(0, 12).map(({ index, label, cell }) => (
        <li key={index}>
          {label && <span className={classes.field}>{label}</span>}
          <span>{shortened(shownCell(cell))}</span>
        </li>
      ))}
      {cells.length > 12 && <li>... and {cells.length - 12} more</li>}
    </ul>
  )
}

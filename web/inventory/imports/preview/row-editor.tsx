import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sentenceOfRow } from 'contract/inventory/import-problems.ts'
import type { ImportPreview, ImportRow } from 'contract/inventory/imports.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { client } from '../../../shared/api/api.ts'
import { failedTo } from '../../../shared/feedback/toasts.ts'
import { useDialog } from '../../../shared/form/dialog.ts'
import { SaveButton } from '../../../shared/form/save-button.tsx'
import { useCompanyId } from '../../../shared/session/session.ts'
import { hasBadQuantity, isQuantity, linesIn, nameOfLine, withQuantity } from './bom-cell.ts'
import { type Correction, correctionsOf } from './corrections.ts'
import classes from './row-editor.module.css'

type RowEditorProps = {
  preview: ImportPreview
  row: ImportRow
  onCorrected: (row: ImportRow, preview: ImportPreview) => void
  /** The cells were corrected; the row may still be faulty. */
  onKept: (corrections: Correction[]) => void
  onCancel: () => void
}

/** Lets the user correct the cells of a faulty row; the server checks them by the rules of the file. */
export function RowEditor({ preview, row, onCorrected, onKept, onCancel }: RowEditorProps) {
  const element = useRef<HTMLFormElement>(null)
  const { headers, fields, cells, setCell, save, isSaving, refused } = useCorrection({
    preview,
    row,
    onCorrected,
    onKept,
  })
  const faulty = refused ?? row
  // While a row is edited, Escape closes the row and not the dialog.
  useDialog()
  // Select the faulty cell at first, and again if it is still faulty after a check: what is typed replaces it.
  useEffect(() => {
    const form = faulty && element.current
    const cell = form?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ?? form?.querySelector('input')
    cell?.focus()
    cell?.select()
  }, [faulty])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
  }
  return (
    <form
      ref={element}
      className="border-strong rounded-sm bg-raised p-3"
      aria-label={`Row ${row.rowNumber}`}
      {...{ onSubmit, onKeyDown }}
    >
      <p className={`mb-2 text-danger ${classes.again}`} role="status">
        {refused && `The row still has errors. ${sentenceOfRow(refused.problems)}`}
      </p>
      <div className={`grid overflow-auto p-1 ${classes.cells}`}>
        {cells.map((cell, index) => (
          <CellInput
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a cell
            key={index}
            label={headers[index] ?? `Cell ${index + 1}`}
            cell={cell}
            isByLine={hasBadQuantity(faulty.cells[index] ?? '')}
            isFaulty={isFaulty(faulty, fields[index])}
            onChange={(value) => setCell(index, value)}
          />
        ))}
      </div>
      <div className="flex justify-end gap-2 mt-3">
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <SaveButton size="xs" loading={isSaving}>
          Save Row
        </SaveButton>
      </div>
    </form>
  )
}

type CellInputProps = {
  label: string
  cell: string
  /** at the last check a quantity in the bill of materials was no number: each line gets a field */
  isByLine: boolean
  isFaulty: boolean
  onChange: (value: string) => void
}

/** A cell as a text, in which a wrong number can be corrected too; or the quantity of each line of a bill of materials. */
function CellInput({ label, cell, isByLine, isFaulty, onChange }: CellInputProps) {
  const lines = isByLine && linesIn(cell)
  if (!lines)
    return (
      <TextInput
        size="xs"
        label={label}
        value={cell}
        error={isFaulty}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <fieldset className={`grid col-span-full gap-x-3 gap-y-2 m-0 p-0 border-0 ${classes.lines}`}>
      <legend className="col-span-full mb-1 text-muted">{label}</legend>
      {lines.map((line, place) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
          key={place}
          size="xs"
          label={nameOfLine(line)}
          value={String(line.quantity)}
          error={!isQuantity(line)}
          onChange={(event) => onChange(withQuantity(lines, place, event.currentTarget.value))}
        />
      ))}
    </fieldset>
  )
}

/** Whether something is wrong with a field that the cell feeds. */
const isFaulty = ({ problems }: ImportRow, fields: string[] = []) =>
  problems.some(({ field }) => field !== null && fields.includes(field))

const noCells = { headers: [], fields: [] }

function useCorrection({ preview, row, onCorrected, onKept }: Omit<RowEditorProps, 'onCancel'>) {
  const companyId = useCompanyId()
  const { headers, fields } = preview.cells[row.type] ?? noCells
  const rowNumber = row.isDerived ? -row.rowNumber : row.rowNumber
  const [cells, setCells] = useState(() => [
    ...row.cells,
    ...Array(Math.max(0, headers.length - row.cells.length)).fill(''),
  ])
  const [refused, setRefused] = useState<ImportRow | null>(null)
  const saving = useMutation({
    mutationFn: async () => {
      const one = { companyId, id: preview.id }
      const { row: fixed } = await client.imports.fixRow({
        ...one,
        rowNumber,
        cells: trimmed(cells, headers),
      })
      // A corrected row changes the warnings too: about lower stock, names and missing files.
      return { row: fixed, preview: await client.imports.get(one) }
    },
    onSuccess: (result) => {
      onKept(correctionsOf({ ...row, rowNumber }, trimmed(cells, headers), preview.file?.sheet ?? null))
      if (result.row.action === 'error') setRefused(result.row)
      else onCorrected(result.row, result.preview)
    },
    onError: failedTo('correct row'),
  })
  const setCell = (index: number, value: string) => setCells((before) => before.with(index, value))
  return { headers, fields, cells, setCell, save: () => saving.mutate(), isSaving: saving.isPending, refused }
}

/** Drops empty cells beyond the last column. */
function trimmed(cells: string[], { length }: string[]): string[] {
  const extra = cells.slice(length).some((cell) => cell.trim() !== '')
  return extra || length === 0 ? cells : cells.slice(0, length)
}

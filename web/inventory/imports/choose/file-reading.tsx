import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { encodingLabels, encodingNames, type ImportFile, separatorNames } from 'contract/inventory/import-files.ts'
import type { ImportPreview, ImportType } from 'contract/inventory/imports.ts'
import type { ReactNode } from 'react'
import { Choice } from '../../../shared/form/choice.tsx'
import type { ImportSession } from '../import-session.ts'
import { typeLabels } from '../import-types.ts'
import classes from './file-reading.module.css'

type FileReadingProps = {
  session: ImportSession
  preview: ImportPreview
  choices: ImportChoices
  type: ImportType
  /** Further inputs. */
  children: ReactNode
}

/** Choices without those that name columns. */
export const ofNoColumn = { decimals: {}, inDollars: [], asShown: [], withoutUnits: [] }

/** How the file was read: as what, its sheet or encoding and separator, and the row of its header. Another choice reads it again. */
export function FileReading({ session, preview: { file }, choices, type, children }: FileReadingProps) {
  if (!file || !session.canReadAgain) return null
  // The columns may be others then.
  const read = (changes: Partial<ImportChoices>) =>
    session.send({ type, choices: { ...choices, ...ofNoColumn, ...changes }, isLook: true })
  const shared = { disabled: session.isSending, className: 'min-w-0' }
  return (
    <details className={`border rounded-md ${classes.reading}`}>
      <summary>Read as {[typeLabels[type], readAs(file)].join(', ')}</summary>
      {session.correctedRows > 0 && (
        <p className="mt-2 text-muted">Your corrections stay where the file still has these cells.</p>
      )}
      <div className={`grid gap-x-4 gap-y-2 ${classes.choices}`}>
        {children}
        {file.sheets.length > 1 && (
          <Choice
            {...shared}
            label="Sheet"
            data={file.sheets.map(({ name, isHidden }) => ({
              value: name,
              label: isHidden ? `${name} (hidden)` : name,
            }))}
            value={file.sheet ?? ''}
            onChange={(sheet) => read({ sheet, headerRow: null })}
          />
        )}
        {file.encoding && (
          <Choice
            {...shared}
            label="Encoding"
            data={encodingNames.map((value) => ({ value, label: encodingLabels[value] }))}
            value={file.encoding}
            onChange={(encoding) => read({ encoding })}
          />
        )}
        {file.separator && (
          <Choice
            {...shared}
            label="Separator"
            data={separatorNames.map((value) => ({ value, label: separatorLabels[value] }))}
            value={file.separator}
            onChange={(separator) => read({ separator, headerRow: null })}
          />
        )}
        {file.headerRow !== null && (
          <Choice
            {...shared}
            label="Row of the header"
            data={file.opening.map(({ rowNumber, cells }) => ({
              value: String(rowNumber),
              label: rowLabel(rowNumber, cells),
            }))}
            value={String(file.headerRow)}
            onChange={(row) => read({ headerRow: Number(row) })}
          />
        )}
      </div>
    </details>
  )
}

const separatorLabels = { comma: 'Comma ,', semicolon: 'Semicolon ;', tab: 'Tab', bar: 'Bar |' }

const rowLabel = (rowNumber: number, cells: string[]) =>
  `${rowNumber}: ${cells
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, 60)}`

/** "sheet 'Parts', header in row 4", 'UTF-8, separated by comma, header in row 1'. */
function readAs({ format, sheet, encoding, separator, headerRow }: ImportFile): string {
  const header = headerRow === null ? 'several sections' : `header in row ${headerRow}`
  if (format === 'workbook') return `sheet '${sheet}', ${header}`
  return `${encoding ? encodingLabels[encoding] : ''}, separated by ${separator}, ${header}`
}

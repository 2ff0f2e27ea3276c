import { type ImportRow, maxChosenRows } from 'contract/inventory/imports.ts'
import { TextButton } from '../../../shared/feedback/text-button.tsx'
import { formatCount } from '../import-types.ts'
import type { RowAction } from './preview-filters.tsx'
import { isChoosable, type RowChoice } from './row-choice.ts'

type RowChoiceBarProps = { choice: RowChoice; action: RowAction; rows: ImportRow[]; total: number }

/** The number of chosen rows, and a button to choose all rows of the filter, or one page of them if there are too many. */
export function RowChoiceBar({ choice, action, rows, total }: RowChoiceBarProps) {
  const count = choice.numbers.size
  const page = rows.filter(({ isDerived }) => !isDerived).map(({ rowNumber }) => rowNumber)
  const hasAll = total <= maxChosenRows
  const isOffered = isChoosable(action) && page.length > 0
  if (count === 0 && !isOffered) return null
  return (
    <p className="row flex-wrap gap-x-3 gap-y-1 text-xs text-muted tabular-nums">
      {isOffered && (
        <TextButton onClick={() => (hasAll ? void choice.chooseAll(action) : choice.choose(page))}>
          {hasAll ? `Select all ${action === 'create' ? 'new' : 'changed'} rows` : 'Select the rows of this page'}
        </TextButton>
      )}
      <span role="status">{count > 0 ? `${formatCount(count)} selected` : 'None selected: all are imported'}</span>
      {count > 0 && <TextButton onClick={choice.clear}>Clear selection</TextButton>}
    </p>
  )
}

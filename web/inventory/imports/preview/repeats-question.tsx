import { SegmentedControl } from '@mantine/core'
import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { sentenceOf } from 'contract/inventory/import-problems.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import type { ImportSession } from '../import-session.ts'
import classes from './question.module.css'
import { Folded } from './warnings.tsx'

const codes: string[] = ['rows_repeat', 'row_repeats', 'more_repeat']

/** Whether a problem tells of rows with the same number. */
export const isRepeat = ({ code }: ImportPreview['problems'][number]): boolean => codes.includes(code)

const answers: { value: NonNullable<ImportChoices['repeats']>; label: string }[] = [
  { value: 'add', label: 'Add together' },
  { value: 'first', label: 'Keep first' },
  { value: 'last', label: 'Keep last' },
]

const stock = ['stockLevel', 'quantity']

/** One question for all rows with the same number. Another answer reads the file again. Only stock can be added up. */
export function RepeatsQuestion({ preview, session }: { preview: ImportPreview; session: ImportSession }) {
  const problems = preview.problems.filter(isRepeat)
  const [first] = problems
  if (!first) return null
  const hasStock = preview.columns.some(({ fields }) => fields.some((field) => stock.includes(field)))
  return (
    <div className="row flex-wrap justify-between gap-x-3 gap-y-1">
      <div className={`text-sm ${classes.words}`}>
        <Folded sentences={problems.map(sentenceOf)} />
      </div>
      {session.canReadAgain && (
        <SegmentedControl
          size="xs"
          aria-label="Rows with the same number"
          data={answers.filter(({ value }) => hasStock || value !== 'add')}
          value={preview.choices.repeats ?? (first.params.kept === 'none' ? '' : 'last')}
          disabled={session.isSending || session.isCommitting}
          onChange={(value) => session.sendAgain(preview, { repeats: value as ImportChoices['repeats'] })}
        />
      )}
    </div>
  )
}

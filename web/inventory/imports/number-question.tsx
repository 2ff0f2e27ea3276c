import { SegmentedControl } from '@mantine/core'
import { parseMoney } from 'contract/amounts.ts'
import type { Decimals } from 'contract/decimals.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { moneyDecimals } from 'contract/money.ts'
import { isOpen } from './column-choices.ts'
import classes from './number-question.module.css'

type NumberQuestionProps = {
  column: ImportPreview['columns'][number]
  chosen: Decimals | undefined
  onChoose: (mark: Decimals) => void
}

const marks = [
  { value: 'point', label: 'Decimal point' },
  { value: 'comma', label: 'Decimal comma' },
]

/** How the numbers of a column are read, with a switch. Hidden if they are written the usual way. */
export function NumberQuestion({ column, chosen, onChoose }: NumberQuestionProps) {
  const { numbers, header } = column
  if (!numbers || (numbers.evidence === 'point' && !numbers.isChosen)) return null
  const mark = chosen ?? numbers.decimals
  return (
    <div className={classes.question} data-open={(!chosen && isOpen(column)) || undefined}>
      <p className={classes.words}>{sentence(numbers, chosen)}</p>
      <SegmentedControl
        size="xs"
        aria-label={`How numbers of ${header.trim()} are written`}
        data={marks}
        value={mark ?? ''}
        onChange={(value) => onChoose(value as Decimals)}
      />
      {mark && (
        <ul className={classes.readings} aria-label={`First values of ${header.trim()} as read`}>
          {numbers.examples.map((cell) => (
            <li key={cell}>
              {cell} is <strong>{reading(cell, mark)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function sentence(
  { evidence, hint }: NonNullable<NumberQuestionProps['column']['numbers']>,
  chosen?: Decimals,
): string {
  if (evidence === 'both')
    return 'Some values have a decimal point, others a decimal comma. Choose one; the others become errors.'
  if (evidence === 'comma') return 'The values show a decimal comma.'
  if (evidence === 'point') return 'The values show a decimal point.'
  if (chosen) return 'These values may be read either way.'
  return hint
    ? 'These values may be read either way, and the rest of the file suggests a decimal comma. Please check.'
    : 'These values may be read either way. Please check.'
}

function reading(cell: string, mark: Decimals): string {
  const parsed = parseMoney(cell, mark)
  if ('error' in parsed) return 'an error'
  return Number(parsed.value).toLocaleString('en-US', { maximumFractionDigits: moneyDecimals })
}

import { SegmentedControl } from '@mantine/core'
import { parseMoney } from 'contract/amounts.ts'
import type { Decimals } from 'contract/decimals.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { moneyDecimals } from 'contract/money.ts'
import { isOpen } from './column-choices.ts'
import classes from './number-question.module.css'

type NumberQuestionProps = {
  column: ImportPreview['columns'][number]
  name: string
  chosen: Decimals | undefined
  onChoose: (mark: Decimals) => void
}

const marks = [
  { value: 'point', label: 'Decimal point' },
  { value: 'comma', label: 'Decimal comma' },
]

/** How the numbers of a column are read, with a switch. Hidden if they are written the usual way. */
export function NumberQuestion({ column, name, chosen, onChoose }: NumberQuestionProps) {
  const { numbers, units, fields } = column
  if (!numbers || numbers.evidence === 'each' || (numbers.evidence === 'point' && !numbers.isChosen)) return null
  const mark = chosen ?? numbers.decimals
  // What to make of a unit is another question.
  const examples = numbers.examples.filter((cell) => !units?.examples.includes(cell))
  // New parts get their unit from it: the number alone is read.
  const keepsUnit = fields.includes('stockLevel') && fields.includes('unit')
  return (
    <div className={classes.question} data-open={(!chosen && isOpen(column)) || undefined}>
      <p className={classes.words}>{sentence(numbers)}</p>
      <SegmentedControl
        size="xs"
        aria-label={`How numbers of ${name} are written`}
        data={marks}
        value={mark ?? ''}
        onChange={(value) => onChoose(value as Decimals)}
      />
      {mark && examples.length > 0 && (
        <ul
          className={`flex flex-wrap gap-x-4 gap-y-0-5 text-xs text-muted tabular-nums ${classes.readings}`}
          aria-label={`First values of ${name} as read`}
        >
          {examples.map((cell) => (
            <li key={cell}>
              {cell} is <strong>{reading(keepsUnit ? withoutUnit(cell) : cell, mark)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function sentence({ evidence, hint, examples }: NonNullable<NumberQuestionProps['column']['numbers']>): string {
  if (evidence === 'both') return `Some values have a decimal point, others a decimal comma. ${eitherWay(examples)}`
  if (evidence === 'comma') return 'The values show a decimal comma.'
  if (evidence === 'point') return 'The values show a decimal point.'
  return [eitherWay(examples), hint ? 'The rest of the file suggests a decimal comma.' : ''].join(' ').trim()
}

/** 'Is 5,960 about 6 thousand, or 5.96?' */
function eitherWay(examples: string[]): string {
  for (const cell of examples) {
    const [one, other] = (['point', 'comma'] as const).map((mark) => parseMoney(cell, mark))
    if (!one || !other || 'error' in one || 'error' in other || one.value === other.value) continue
    const [small, large] = [Number(one.value), Number(other.value)].toSorted((a, b) => a - b)
    return `Is ${cell} about ${inWords.format(large ?? 0)}, or ${plain.format(small ?? 0)}?`
  }
  return `Is the mark in ${examples.join(', ')} a decimal mark?`
}

const inWords = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 1,
})
// Without a comma in thousands: '5,960 is 5,960' tells nothing.
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: moneyDecimals })

const withoutUnit = (cell: string) => cell.replace(/(?<=[\d.,])\s*\p{L}.{0,12}$/u, '')

function reading(cell: string, mark: Decimals): string {
  const parsed = parseMoney(cell, mark)
  return 'error' in parsed ? 'an error' : plain.format(Number(parsed.value))
}

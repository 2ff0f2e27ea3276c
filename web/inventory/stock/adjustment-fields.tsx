import { TextInput } from '@mantine/core'
import { type AdjustmentReason, adjustmentReasons, movementReasonLabels } from 'contract/inventory/stock.ts'
import { Money } from 'contract/money.ts'
import { each, formatQuantity, type Measure } from 'contract/units.ts'
import { useState } from 'react'
import { Choice } from '../../shared/form/choice.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import { readNumber } from '../../shared/form/typed-number.ts'
import { NumberKeys } from './number-keys.tsx'
import { signed } from './posted.ts'
import classes from './stock-adjustment.module.css'

export type Reason = AdjustmentReason | 'counted'
const reasons = [...adjustmentReasons, 'counted'] as const

type ReasonChoiceProps = { value: Reason; onChange: (reason: Reason) => void }

export const ReasonChoice = ({ value, onChange }: ReasonChoiceProps) => (
  <Choice
    label="Reason"
    // A click outside the popover would close it.
    comboboxProps={{ withinPortal: false }}
    value={value}
    data={reasons.map((reason) => ({ value: reason, label: movementReasonLabels[reason] }))}
    onChange={onChange}
  />
)

/** The field of a price, when it is asked, and `read`: the price of the movement, or undefined after saying what is wrong with it. */
export function usePrice(isAsked: boolean, { unit }: Measure) {
  const [price, setPrice] = useState<number | string>('')
  const [error, setError] = useState<string | null>(null)
  const field = isAsked && (
    <NumberField
      label={unit === each ? 'Price each' : `Price per ${unit}`}
      {...{ kind: 'money', isOptional: true, placeholder: 'Average cost', value: price, error }}
      onChange={(value) => {
        setPrice(value)
        setError(null)
      }}
    />
  )
  function read(): { unitCost?: number } | undefined {
    if (!isAsked || price === '') return {}
    const { data, error: invalid } = Money.safeParse(price)
    if (data !== undefined) return { unitCost: data }
    setError(invalid?.issues[0]?.message ?? 'Not valid')
    return undefined
  }
  return { field, read }
}

type AmountProps = {
  label: string
  measure: Measure
  hasKeys: boolean
  /** whether typing begins here */
  isFirst: boolean
  amount: number | string
  error: string | null
  onChange: (value: number | string) => void
}

export function Amount({ hasKeys, isFirst, measure, amount, onChange, ...rest }: AmountProps) {
  // The keys write whole numbers, and no unit.
  if (!hasKeys || measure.decimals > 0 || measure.unit !== each)
    return (
      <NumberField
        kind="quantity"
        measure={measure}
        data-autofocus={isFirst || undefined}
        value={amount}
        onChange={onChange}
        {...rest}
      />
    )
  return (
    <>
      <TextInput
        className={classes.amount ?? ''}
        data-autofocus={isFirst || undefined}
        inputMode="none"
        autoComplete="off"
        value={amount}
        onChange={({ currentTarget: { value } }) =>
          onChange(isBegun(value) ? value : readNumber('quantity', value, measure))
        }
        {...rest}
      />
      <NumberKeys value={amount} onChange={onChange} />
    </>
  )
}

/** '1.' of '1.5': as a number it would be 1, and the next digit would make it 15. */
const isBegun = (text: string) => /\D$/.test(text)

type OutcomeProps = { from: number; to: number | null; unit: string; isCount: boolean; isHere: boolean }

/** 'On hand 120 → 168', 'On hand 41 → 39 (−2)', 'On hand 41, as counted'; 'Here 12 → 9' of one place or lot */
export function Outcome({ from, to, unit, isCount, isHere }: OutcomeProps) {
  const difference = (to ?? from) - from
  return (
    <span
      className={`numeric text-muted ${classes.outcome}`}
      data-impossible={(to ?? 0) < 0 || undefined}
      aria-live="polite"
    >
      {isHere ? 'Here' : 'On hand'} {formatQuantity(from, unit)}
      {to !== null && difference !== 0 && (
        <>
          {' → '}
          <strong className="text-plain font-semibold nowrap">{formatQuantity(to, unit)}</strong>
          {isCount && ` (${signed(difference, unit)})`}
        </>
      )}
      {to !== null && difference === 0 && isCount && ', as counted'}
    </span>
  )
}

import { TextInput, type TextInputProps } from '@mantine/core'
import { each, type Measure } from 'contract/units.ts'
import { useState } from 'react'
import classes from './number-field.module.css'
import { hintFor, type NumberKind, problemWith, readNumber, showNumber } from './typed-number.ts'

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  kind: NumberKind
  /** In what a quantity is measured; without it, it is counted. */
  measure?: Measure | undefined
  /** Whether an empty input stays empty: it means unknown or none there, not 0. */
  isOptional?: boolean
  value?: unknown
  onChange?: (value: number | string) => void
  onFocus?: () => void
  onBlur?: () => void
}

/**
 * A number as people type it, read by the rules of the import ('1,234.50', '12,5', '$3') or calculated ('12*4', with the result
 * beside it), and formatted when the person leaves the field. Unreadable text stays as typed, and the contract refuses it:
 * the field never changes an input silently.
 */
export function NumberField({
  kind,
  measure,
  isOptional = false,
  value,
  onChange,
  error,
  onFocus,
  onBlur,
  ...props
}: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const hint = draft === null ? null : hintFor(draft, measure)
  const side = hint ?? (measure && measure.unit !== each ? measure.unit : null)
  return (
    <TextInput
      leftSection={kind === 'money' ? '$' : undefined}
      {...props}
      error={kind === 'quantity' ? problemWith(error, value, measure) : error}
      {...(side && {
        rightSection: hint ? <Hint text={hint} /> : <span className={`text-xs ${classes.unit}`}>{side}</span>,
        rightSectionWidth: `${side.length + 2.5}ch`,
      })}
      inputMode="text"
      autoComplete="off"
      value={draft ?? showNumber(kind, value)}
      onFocus={(event) => {
        setDraft(showNumber(kind, value))
        event.currentTarget.select()
        onFocus?.()
      }}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        const typed = event.currentTarget.value
        onChange?.(isOptional && typed.trim() === '' ? '' : readNumber(kind, typed, measure))
      }}
      onBlur={() => {
        if (typeof value === 'number') setDraft(null)
        onBlur?.()
      }}
    />
  )
}

const Hint = ({ text }: { text: string }) => (
  <output className={`numeric text-muted text-xs nowrap ${classes.hint}`} aria-label="Result">
    {text}
  </output>
)

import { TextInput, type TextInputProps } from '@mantine/core'
import { parseInteger, parseMoney } from 'contract/amounts.ts'
import { useState } from 'react'

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  kind: 'money' | 'quantity'
  value?: unknown
  onChange?: (value: number | string) => void
  onFocus?: () => void
  onBlur?: () => void
}

/**
 * A number as people type it, read by the rules of the import ('1,234.50', '12,5', '$3'), and shown well-formed when the
 * field is left. What cannot be read stays as typed, for the contract to refuse: nothing is changed in silence.
 */
export function NumberField({ kind, value, onChange, onFocus, onBlur, ...props }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <TextInput
      {...props}
      inputMode={kind === 'money' ? 'decimal' : 'numeric'}
      leftSection={kind === 'money' ? '$' : undefined}
      value={draft ?? shown(kind, value)}
      onFocus={(event) => {
        setDraft(shown(kind, value))
        event.currentTarget.select()
        onFocus?.()
      }}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        onChange?.(read(kind, event.currentTarget.value))
      }}
      onBlur={() => {
        if (typeof value === 'number') setDraft(null)
        onBlur?.()
      }}
    />
  )
}

function read(kind: NumberFieldProps['kind'], text: string): number | string {
  const parsed = kind === 'money' ? parseMoney(text) : parseInteger(text)
  if ('value' in parsed) return Number(parsed.value)
  // A plain number that breaks a rule ('-3', '1.5') goes on as one, so that the contract can say which rule.
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

function shown(kind: NumberFieldProps['kind'], value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '')
  // Cents, unless what is stored is finer: screws cost fractions of a cent.
  const decimals =
    kind === 'money' ? { minimumFractionDigits: 2, maximumFractionDigits: 4 } : { maximumFractionDigits: 4 }
  return value.toLocaleString('en-US', decimals)
}

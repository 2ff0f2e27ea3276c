import { SegmentedControl, TextInput } from '@mantine/core'
import {
  type BulkPartField,
  bulkPartFields,
  isPriceField,
  PriceDifference,
  PricePercent,
} from 'contract/inventory/bulk-edits.ts'
import { PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { formatCost } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { type ReactNode, useId, useState } from 'react'
import type { z } from 'zod'
import { client } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/choice.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import { missing } from '../../shared/format/missing.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { BulkEditDialog } from '../../shared/table/rows/bulk-edit-dialog.tsx'
import type { RowSelection } from '../../shared/table/rows/row-selection.tsx'
import { VendorSelect } from '../vendors/vendor-select.tsx'
import { selectionInput } from './part-deletion.ts'
import { UsualUnits } from './unit-inputs.tsx'

const { fields } = partCatalogue

type Mode = 'value' | 'none' | 'by' | 'percent'
const modeLabels: Record<Mode, string> = {
  value: 'Set to',
  none: 'Clear',
  by: 'Change by $',
  percent: 'Change by %',
}
const hints: Record<Mode, string | undefined> = {
  value: undefined,
  none: undefined,
  by: 'Negative takes off: -0.50',
  percent: '10 is a tenth more, -10 a tenth less',
}

const canBeEmpty = (field: BulkPartField) => PartFields.shape[field].safeParse(null).success

/** Clearing a value is a choice of its own: the dialog opens with an empty input, so an empty input cannot mean "clear". */
function modesOf(field: BulkPartField): Mode[] {
  if (isPriceField(field)) return ['value', 'by', 'percent']
  return canBeEmpty(field) ? ['value', 'none'] : ['value']
}

type Values = string | number | null
type PartBulkEditProps = { selection: RowSelection; onClose: () => void; onDone: () => void }

/** Editing one field of the chosen parts. */
export function PartBulkEdit({ selection, onClose, onDone }: PartBulkEditProps) {
  const companyId = useCompanyId()
  const [field, setField] = useState<BulkPartField>('location')
  const [mode, setMode] = useState<Mode>('value')
  const [input, setInput] = useState<Values>('')
  const begin = (nextField: BulkPartField, nextMode: Mode) => {
    setField(nextField)
    setMode(nextMode)
    setInput(nextField === 'vendorId' ? null : '')
  }
  const { change, error } = changeOf(field, mode, input)
  const modes = modesOf(field)
  return (
    <BulkEditDialog
      noun="part"
      nouns="parts"
      change={change}
      send={(chosen, preview) =>
        client.bulkEdits.parts({ companyId, selection: selectionInput(selection.selection), ...chosen, preview })
      }
      show={(value, unit) => shown(field, value, unit)}
      onClose={onClose}
      onDone={onDone}
    >
      <Choice
        label="Field"
        data-autofocus
        value={field}
        data={bulkPartFields.map((value) => ({ value, label: fields[value].label }))}
        onChange={(chosen) => begin(chosen, 'value')}
      />
      {modes.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="How"
          value={mode}
          data={modes.map((value) => ({ value, label: modeLabels[value] }))}
          onChange={(value) => begin(field, value as Mode)}
        />
      )}
      {mode !== 'none' && (
        <ValueInput
          key={`${field} ${mode}`}
          field={field}
          mode={mode}
          value={input}
          error={error}
          onChange={setInput}
        />
      )}
    </BulkEditDialog>
  )
}

type ValueInputProps = {
  field: BulkPartField
  mode: Mode
  value: Values
  error: string | null
  onChange: (value: Values) => void
}

function ValueInput({ field, mode, value, error, onChange }: ValueInputProps) {
  const label = mode === 'value' ? `New ${fields[field].label}` : modeLabels[mode]
  const { kind } = fields[field]
  const units = useId()
  if (kind === 'link')
    return (
      <VendorSelect
        className="wide"
        label={label}
        none="Choose a vendor"
        value={value as string | null}
        onChange={onChange}
      />
    )
  if (kind === 'text' || kind === 'unit') {
    return (
      <>
        <TextInput
          className="wide"
          label={label}
          {...(kind === 'unit' && { list: units, autoComplete: 'off', placeholder: 'm, kg, l or a word of your own' })}
          value={String(value ?? '')}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {kind === 'unit' && <UsualUnits id={units} />}
      </>
    )
  }
  return (
    <NumberField
      className={kind === 'money' ? 'wide' : undefined}
      kind={kind}
      label={label}
      description={hints[mode]}
      {...(mode === 'percent' && { leftSection: '%' })}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

type Change = { field: BulkPartField; value?: Values; by?: number; percent?: number }

function changeOf(field: BulkPartField, mode: Mode, input: Values): { change: Change | null; error: string | null } {
  if (mode === 'none') return { change: { field, value: null }, error: null }
  if (input === null || String(input).trim() === '') return { change: null, error: null }
  const schemas: Record<Exclude<Mode, 'none'>, z.ZodType> = {
    value: PartFields.shape[field],
    by: PriceDifference,
    percent: PricePercent,
  }
  const checked = schemas[mode].safeParse(input)
  if (!checked.success) return { change: null, error: checked.error.issues[0]?.message ?? 'Not valid' }
  return { change: { field, [mode]: checked.data }, error: null }
}

function shown(field: BulkPartField, value: Values, unit: string | null): ReactNode {
  if (value === null) return missing
  if (typeof value === 'string') return value
  return isPriceField(field) ? formatCost(value) : formatQuantity(value, unit ?? undefined)
}

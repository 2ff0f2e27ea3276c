import { Checkbox, TextInput } from '@mantine/core'
import { labelsOf } from 'contract/catalogue.ts'
import { type PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { each, unitOf, usualUnits } from 'contract/units.ts'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'

const labels = labelsOf(partCatalogue)

type Props = { form: FormOf<z.input<typeof PartFields>> }

/** The unit of a part, its decimals, and its lots. Most parts are counted, without lots: one word stands in their place until somebody presses it. */
export function UnitInputs({ form }: Props) {
  const { unit, hasLots } = form.getValues()
  const [isOpen, setOpen] = useState(unit !== each || hasLots)
  if (!isOpen)
    return (
      <p className="wide m-0 text-xs">
        <TextButton onClick={() => setOpen(true)}>Unit and lots</TextButton>
      </p>
    )
  return (
    <>
      <MeasureInputs form={form} />
      <Checkbox
        {...form.getInputProps('hasLots', { type: 'checkbox' })}
        className="wide"
        label="Each receipt names its lot or serial number"
      />
    </>
  )
}

function MeasureInputs({ form }: Props) {
  const field = fieldsOf(form, labels)
  const list = useId()
  const { unit } = form.getValues()
  const { onChange, ...input } = field('unit')
  const change = (text: string) => {
    onChange(text)
    const decimals = usualUnits.get(unitOf(text))
    if (decimals !== undefined) form.setFieldValue('decimals', decimals)
  }
  return (
    <>
      <TextInput
        {...input}
        list={list}
        autoComplete="off"
        maxLength={20}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <UsualUnits id={list} />
      <NumberField {...field('decimals')} kind="quantity" disabled={unitOf(unit) === each} />
    </>
  )
}

/** The choices of an input for a unit. @param id its `list` */
export const UsualUnits = ({ id }: { id: string }) => (
  <datalist id={id}>
    {[...usualUnits.keys()].map((usual) => (
      <option key={usual} value={usual} />
    ))}
  </datalist>
)

import { NumberInput, type NumberInputProps, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Part, PartFields } from 'contract/inventory/parts.ts'
import { Money, Quantity } from 'contract/money.ts'
import { z } from 'zod'
import { api, client } from '../shared/api.ts'
import { FormSection } from '../shared/form-section.tsx'
import { formValues } from '../shared/form-values.ts'
import { type FormOf, fieldsOf, RecordForm } from '../shared/record-form.tsx'
import { RecordGone } from '../shared/record-gone.tsx'
import { useCompanyId } from '../shared/session.ts'
import { PartVendorSelect } from './part-vendor-select.tsx'

/** An emptied number is 0 (spec.md 5); an input holds text while '1.50' is being typed. */
const orZero = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value: number | string) => (typeof value === 'string' ? Number(value) : value), schema)

const PartForm = PartFields.omit({ sopId: true }).extend({
  cost: orZero(Money),
  retailPrice: orZero(Money),
  stockLevel: orZero(Quantity),
  reorderThreshold: orZero(Quantity),
})
type Values = z.input<typeof PartForm>

const labels = {
  partNumber: 'Part Number',
  name: 'Name',
  location: 'Location',
  stockLevel: 'Stock Level',
  reorderThreshold: 'Reorder Threshold',
  cost: 'Cost',
  retailPrice: 'Retail Price',
  vendorId: 'Vendor',
  supplierName: 'Supplier',
  supplierAccount: 'Supplier Account',
}

const path = '/inventory/parts'
const blank = { cost: 0, retailPrice: 0, stockLevel: 0, reorderThreshold: 0 }

/** /inventory/parts/new */
export const NewPartForm = () => <PartDialog />

/** /inventory/parts/{id}/edit */
export function EditPartForm() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const { data, error } = useQuery(api.parts.get.queryOptions({ input: { companyId, id } }))
  if (error) return <RecordGone error={error} noun="part" path={path} />
  return data && <PartDialog part={data} />
}

function PartDialog({ part }: { part?: Part }) {
  const companyId = useCompanyId()
  return (
    <RecordForm
      noun="Part"
      path={path}
      record={part}
      valuesOf={(record?: Part): Values => formValues(PartForm, record ?? blank)}
      schema={PartForm}
      labels={labels}
      save={(values, options) =>
        part
          ? client.parts.update({ companyId, id: part.id, ...values }, options)
          : client.parts.create({ companyId, ...values }, options)
      }
    >
      {(form) => (
        <>
          <ItemInputs form={form} />
          <StockInputs form={form} />
          <SupplyInputs form={form} />
        </>
      )}
    </RecordForm>
  )
}

function ItemInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Item">
      <TextInput {...field('partNumber')} withAsterisk data-autofocus />
      <TextInput {...field('name')} withAsterisk />
      <NumberInput {...field('cost')} {...amount} />
      <NumberInput {...field('retailPrice')} {...amount} />
    </FormSection>
  )
}

function StockInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Stock">
      <NumberInput {...field('stockLevel')} {...count} />
      <NumberInput
        {...field('reorderThreshold')}
        {...count}
        description="Low Stock at or below this number"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <TextInput {...field('location')} placeholder="Aisle, shelf, bin" />
    </FormSection>
  )
}

function SupplyInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Supply">
      <PartVendorSelect {...field('vendorId')} className="wide" none="None" />
      <TextInput {...field('supplierName')} />
      <TextInput {...field('supplierAccount')} />
    </FormSection>
  )
}

const number: NumberInputProps = {
  hideControls: true,
  allowNegative: false,
  thousandSeparator: ',',
  selectAllOnFocus: true,
}
const amount: NumberInputProps = { ...number, prefix: '$', step: 0.01, decimalScale: 4 }
const count: NumberInputProps = { ...number, allowDecimal: false }

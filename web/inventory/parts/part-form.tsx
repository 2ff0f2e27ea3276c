import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelsOf } from 'contract/catalogue.ts'
import { measureIssues, unmeasured } from 'contract/inventory/part-measure.ts'
import { type Part, PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { unitOf } from 'contract/units.ts'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { formValues } from '../../shared/form/form-values.ts'
import { NumberField } from '../../shared/form/number-field.tsx'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { useCompany } from '../../shared/session/session.ts'
import { SopSelect } from '../../sops/public.tsx'
import { EditedItem, ItemForm } from '../items/item-form.tsx'
import { LocationInput } from '../locations/location-input.tsx'
import { VendorSelect } from '../vendors/vendor-select.tsx'
import { UnitInputs } from './unit-inputs.tsx'

type Values = z.input<typeof PartFields>

const labels = labelsOf(partCatalogue)

const blank = { cost: 0, retailPrice: 0, hasLots: false, ...unmeasured }

const hasIssue = (field: string) => (part: z.output<typeof PartFields>) =>
  measureIssues(part, unmeasured).some((issue) => issue.field === field)

/** Whether the quantities fit the decimals, told beside what is wrong with other fields: hence `when`. */
const Fitting = (['decimals', 'stockLevel', 'reorderThreshold'] as const).reduce(
  (schema, field) =>
    schema.refine((part) => typeof part[field] !== 'number' || !hasIssue(field)(part), {
      path: [field],
      when: () => true,
      error: ({ input }) =>
        measureIssues(input as z.output<typeof PartFields>, unmeasured).find((issue) => issue.field === field)?.message,
    }),
  PartFields,
)

/** @param least what may be on hand at least: what is below zero already may stay */
const fittingFrom = (least: number) =>
  Fitting.refine((part) => typeof part.stockLevel !== 'number' || part.stockLevel >= least, {
    path: ['stockLevel'],
    when: () => true,
    error: 'Must not be negative',
  })

/** /inventory/parts/new */
export const NewPartForm = () => <PartDialog />

/** /inventory/parts/{id}/edit */
export function EditPartForm() {
  const part = useQuery(api.parts.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedItem catalogue={partCatalogue} query={part}>
      {(record) => <PartDialog part={record} />}
    </EditedItem>
  )
}

function PartDialog({ part }: { part?: Part }) {
  const allowsNegativeStock = useCompany()?.allowsNegativeStock
  return (
    <ItemForm
      catalogue={partCatalogue}
      routes={client.parts}
      record={part}
      valuesOf={(record?: Part): Values => formValues(PartFields, record ?? blank)}
      schema={allowsNegativeStock ? Fitting : fittingFrom(Math.min(part?.stockLevel ?? 0, 0))}
    >
      {(form) => (
        <>
          <ItemInputs form={form} />
          <StockInputs form={form} />
          <SupplyInputs form={form} />
        </>
      )}
    </ItemForm>
  )
}

function ItemInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Item">
      <TextInput {...field('partNumber')} withAsterisk data-autofocus />
      <TextInput {...field('name')} withAsterisk />
      <TextInput {...field('barcode')} placeholder="EAN, UPC" />
      <LocationInput {...field('location')} />
      <SopSelect {...field('sopId')} className="wide" />
    </FormSection>
  )
}

function StockInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  const { unit, decimals } = form.getValues()
  const measure = { unit: unitOf(unit), decimals }
  return (
    <FormSection title="Stock and price">
      <NumberField {...field('stockLevel')} kind="quantity" measure={measure} />
      <NumberField {...field('reorderThreshold')} kind="quantity" measure={measure} />
      <NumberField {...field('cost')} kind="money" />
      <NumberField {...field('retailPrice')} kind="money" />
      <UnitInputs form={form} />
    </FormSection>
  )
}

function SupplyInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Supply">
      <VendorSelect {...field('vendorId')} className="wide" none="None" />
      <TextInput
        {...field('supplierName')}
        description="Shown when no vendor is chosen."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <TextInput {...field('supplierAccount')} />
    </FormSection>
  )
}

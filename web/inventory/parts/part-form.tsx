import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelsOf } from 'contract/catalogue.ts'
import { type Part, PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { formValues } from '../../shared/form/form-values.ts'
import { NumberField } from '../../shared/form/number-field.tsx'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { SopSelect } from '../../sops/public.tsx'
import { EditedItem, ItemForm } from '../items/item-form.tsx'
import { VendorSelect } from '../vendors/vendor-select.tsx'

type Values = z.input<typeof PartFields>

const labels = labelsOf(partCatalogue)

const blank = { cost: 0, retailPrice: 0, stockLevel: 0, reorderThreshold: 0 }

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
  return (
    <ItemForm
      catalogue={partCatalogue}
      routes={client.parts}
      record={part}
      valuesOf={(record?: Part): Values => formValues(PartFields, record ?? blank)}
      schema={PartFields}
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
      <TextInput {...field('location')} placeholder="Aisle, shelf, bin" />
      <SopSelect {...field('sopId')} className="wide" />
    </FormSection>
  )
}

function StockInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Stock and price">
      <NumberField {...field('stockLevel')} kind="quantity" />
      <NumberField {...field('reorderThreshold')} kind="quantity" />
      <NumberField {...field('cost')} kind="money" />
      <NumberField {...field('retailPrice')} kind="money" />
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

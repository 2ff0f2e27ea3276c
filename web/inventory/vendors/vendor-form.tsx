import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelsOf } from 'contract/catalogue.ts'
import {
  shippingMethodLabels,
  type Vendor,
  VendorFields,
  VendorPrivate,
  vendorCatalogue,
  vendorStatusLabels,
} from 'contract/inventory/vendors.ts'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { formValues } from '../../shared/form/form-values.ts'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { useCan } from '../../shared/session/session.ts'
import { EditedItem, ItemForm } from '../items/item-form.tsx'
import { MissingKey } from './missing-key.tsx'

const VendorForm = VendorFields.extend({ private: VendorPrivate.optional() })
type Values = z.input<typeof VendorForm>

type Path = keyof VendorFields | `private.${keyof VendorPrivate}`

const pathOf = (field: string) => (field in VendorPrivate.shape ? `private.${field}` : field)
const labels = Object.fromEntries(
  Object.entries(labelsOf(vendorCatalogue)).map(([field, label]) => [pathOf(field), label]),
) as Record<Path, string>

/** /inventory/vendors/new */
export const NewVendorForm = () => <VendorDialog />

/** /inventory/vendors/{id}/edit */
export function EditVendorForm() {
  const vendor = useQuery(api.vendors.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedItem catalogue={vendorCatalogue} query={vendor}>
      {(record) => <VendorDialog vendor={record} />}
    </EditedItem>
  )
}

function VendorDialog({ vendor }: { vendor?: Vendor }) {
  const isUnreadable = vendor?.isPrivateUnreadable ?? false
  const seesPrivate = useCan('vendor.readPrivate') && !isUnreadable
  const valuesOf = (record?: Vendor): Values => ({
    ...formValues(VendorFields, record ?? { status: 'active' }),
    ...(seesPrivate && { private: formValues(VendorPrivate, record?.private ?? { preferredShippingMethod: 'none' }) }),
  })
  return (
    <ItemForm
      catalogue={vendorCatalogue}
      routes={client.vendors}
      record={vendor}
      valuesOf={valuesOf}
      schema={VendorForm}
      labels={labels}
    >
      {(form) => (
        <>
          <ContactInputs form={form} />
          {seesPrivate && <AccountInputs form={form} />}
          {isUnreadable && <MissingKey />}
        </>
      )}
    </ItemForm>
  )
}

function ContactInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Contact">
      <TextInput {...field('name')} withAsterisk data-autofocus />
      <Select {...field('status')} data={choices(vendorStatusLabels)} allowDeselect={false} />
      <TextInput {...field('contactPerson')} />
      <TextInput {...field('email')} type="email" inputMode="email" />
      <TextInput {...field('phone')} type="tel" />
      <TextInput {...field('website')} type="url" placeholder="https://" />
      <Textarea {...field('address')} className="wide" />
    </FormSection>
  )
}

/** Bank and account data: operators only. */
function AccountInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <>
      <FormSection title="Account and shipping">
        <TextInput {...field('private.accountNumber')} />
        <TextInput {...field('private.paymentTerms')} placeholder="Net 30" />
        <Select
          {...field('private.preferredShippingMethod')}
          data={choices(shippingMethodLabels)}
          allowDeselect={false}
        />
        <TextInput {...field('private.shippingAccount')} />
      </FormSection>
      <FormSection title="Bank and tax">
        <TextInput {...field('private.routingNumber')} />
        <TextInput {...field('private.swiftCode')} />
        <TextInput {...field('private.iban')} />
        <TextInput {...field('private.taxId')} />
        <Textarea {...field('private.notes')} className="wide" />
      </FormSection>
    </>
  )
}

const choices = (labelsByValue: Record<string, string>) =>
  Object.entries(labelsByValue).map(([value, label]) => ({ value, label }))

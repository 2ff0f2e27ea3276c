import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelsOf } from 'contract/catalogue.ts'
import { type Assembly, AssemblyFields, assemblyCatalogue } from 'contract/inventory/assemblies.ts'
import { NewBomLines } from 'contract/inventory/bom.ts'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { formValues } from '../../shared/form/form-values.ts'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { SopSelect } from '../../sops/public.tsx'
import { asEdited } from '../bom/bom-field.tsx'
import { EditedItem, MadeItemForm } from '../items/item-form.tsx'
import { LocationInput } from '../locations/location-input.tsx'
import { VendorSelect } from '../vendors/vendor-select.tsx'

const AssemblyForm = AssemblyFields.extend({ components: NewBomLines })
type Values = z.input<typeof AssemblyForm>

const labels = labelsOf(assemblyCatalogue)

/** /inventory/assemblies/new */
export const NewAssemblyForm = () => <AssemblyDialog />

/** /inventory/assemblies/{id}/edit */
export function EditAssemblyForm() {
  const assembly = useQuery(api.assemblies.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedItem catalogue={assemblyCatalogue} query={assembly}>
      {(record) => <AssemblyDialog assembly={record} />}
    </EditedItem>
  )
}

function AssemblyDialog({ assembly }: { assembly?: Assembly }) {
  return (
    <MadeItemForm
      catalogue={assemblyCatalogue}
      routes={client.assemblies}
      lines="components"
      record={assembly}
      valuesOf={(record?: Assembly): Values => ({
        ...formValues(AssemblyFields, record ?? {}),
        components: asEdited(record?.components),
      })}
      schema={AssemblyForm}
    >
      {(form) => <ItemInputs form={form} />}
    </MadeItemForm>
  )
}

function ItemInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Item">
      <TextInput {...field('assemblyNumber')} withAsterisk data-autofocus />
      <TextInput {...field('name')} withAsterisk />
      <LocationInput {...field('location')} />
      <VendorSelect {...field('vendorId')} none="None" />
      <SopSelect {...field('sopId')} className="wide" />
    </FormSection>
  )
}

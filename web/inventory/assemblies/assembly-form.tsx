import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelsOf } from 'contract/catalogue.ts'
import { type Assembly, AssemblyFields, assemblyCatalogue } from 'contract/inventory/assemblies.ts'
import { NewBomLines } from 'contract/inventory/bom.ts'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { formValues } from '../../shared/form/form-values.ts'
import { type FormOf, fieldsOf, RecordForm } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { EditedRecord } from '../../shared/record/edited-record.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { BomEditor } from '../bom/bom-editor.tsx'
import { asEdited, bomField, loopIssues } from '../bom/bom-field.tsx'
import { showerOf } from '../items/field-values.tsx'
import { VendorSelect } from '../vendors/vendor-select.tsx'

const AssemblyForm = AssemblyFields.extend({ components: NewBomLines })
type Values = z.input<typeof AssemblyForm>

const labels = labelsOf(assemblyCatalogue)
const show = showerOf(assemblyCatalogue)

const path = '/inventory/assemblies'

/** /inventory/assemblies/new */
export const NewAssemblyForm = () => <AssemblyDialog />

/** /inventory/assemblies/{id}/edit */
export function EditAssemblyForm() {
  const assembly = useQuery(api.assemblies.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedRecord noun="assembly" path={path} query={assembly}>
      {(record) => <AssemblyDialog assembly={record} />}
    </EditedRecord>
  )
}

function AssemblyDialog({ assembly }: { assembly?: Assembly }) {
  const companyId = useCompanyId()
  return (
    <RecordForm
      noun="Assembly"
      path={path}
      size="54rem"
      record={assembly}
      valuesOf={(record?: Assembly): Values => ({
        ...formValues(AssemblyFields, record ?? {}),
        components: asEdited(record?.components),
      })}
      schema={AssemblyForm}
      labels={labels}
      show={show}
      issuesOf={(error, values) => loopIssues(error, 'components', values.components)}
      save={(values, options) =>
        assembly
          ? client.assemblies.update({ companyId, id: assembly.id, ...values }, options)
          : client.assemblies.create({ companyId, ...values }, options)
      }
    >
      {(form) => (
        <>
          <ItemInputs form={form} />
          <BomEditor {...bomField(form, 'components')} title={labels.components} ownId={assembly?.id} />
        </>
      )}
    </RecordForm>
  )
}

function ItemInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Item">
      <TextInput {...field('assemblyNumber')} withAsterisk data-autofocus />
      <TextInput {...field('name')} withAsterisk />
      <TextInput {...field('location')} placeholder="Aisle, shelf, bin" />
      <VendorSelect {...field('vendorId')} none="None" />
    </FormSection>
  )
}

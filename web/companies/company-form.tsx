import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CompanyFields, companyTypeLabels } from 'contract/companies/companies.ts'
import type { z } from 'zod'
import { api, client } from '../shared/api/api.ts'
import { saved } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { type FormOf, fieldsOf } from '../shared/form/record-form.tsx'
import { useReturnFromForm } from '../shared/table/list-state.ts'
import classes from './company-forms.module.css'
import { ownZone, TimeZoneSelect } from './time-zone-select.tsx'
import { TwinName } from './twin-name.tsx'

const Fields = CompanyFields.pick({ name: true, type: true, parentCompanyId: true, description: true, timeZone: true })
type Values = z.input<typeof Fields>

const blank: Values = { name: '', type: 'portfolio', parentCompanyId: null, description: '', timeZone: ownZone }
const labels = {
  ...{ name: 'Company Name', type: 'Type', parentCompanyId: 'Parent Company', description: 'Description' },
  timeZone: 'Time Zone',
}

/** /admin/companies/new */
export function NewCompanyForm() {
  const close = useReturnFromForm('/admin/companies')
  return (
    <DialogForm
      title="Create Company"
      initialValues={blank}
      schema={Fields}
      submitLabel="Create Company"
      // If none is chosen, the server makes the SBR firm the parent.
      save={({ parentCompanyId, ...values }) =>
        client.companies.create({
          ...values,
          ...(values.type === 'portfolio' && parentCompanyId && { parentCompanyId }),
        })
      }
      onSaved={() => {
        saved('Company', 'created')
        close()
      }}
      failure="create company"
      onClose={close}
    >
      {(form) => <Inputs form={form} />}
    </DialogForm>
  )
}

function Inputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  const parents = useQuery(api.companies.parents.queryOptions())
  const firm = parents.data?.items.find((company) => company.isSbr)
  return (
    <div className={classes.inputs}>
      <TextInput {...field('name')} withAsterisk data-autofocus />
      <TwinName name={form.values.name} />
      <Select
        {...field('type')}
        data={Object.entries(companyTypeLabels).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
      />
      {form.values.type === 'portfolio' && (
        <Select
          {...field('parentCompanyId')}
          data={parents.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          placeholder={firm?.name ?? 'The SBR firm'}
          searchable
          clearable
        />
      )}
      <Textarea {...field('description')} />
      <TimeZoneSelect {...field('timeZone')} />
    </div>
  )
}

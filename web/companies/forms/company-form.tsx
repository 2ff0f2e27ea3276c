import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CompanyFields, companyTypeLabels } from 'contract/companies/companies.ts'
import { useRef } from 'react'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { success } from '../../shared/feedback/toasts.ts'
import { DialogForm } from '../../shared/form/dialog-form.tsx'
import { useReturnFromForm } from '../../shared/form/form-return.ts'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import { at } from '../../shared/page/at.ts'
import { DuplicateName } from './duplicate-name.tsx'
import { ownZone, TimeZoneSelect } from './time-zone-select.tsx'

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
  const navigate = useNavigate()
  const created = useRef('')
  return (
    <DialogForm
      title="Create Company"
      initialValues={blank}
      schema={Fields}
      submitLabel="Create Company"
      // If none is chosen, the server makes the SBR firm the parent.
      save={async ({ parentCompanyId, ...values }) => {
        const parent = values.type === 'portfolio' && parentCompanyId ? { parentCompanyId } : {}
        created.current = (await client.companies.create({ ...values, ...parent })).id
      }}
      onSaved={() => {
        success('Company created successfully', undefined, {
          label: 'Set It Up',
          open: () => void navigate(at(`/company/${created.current}`)),
          stays: true,
        })
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
    <div className="stack gap-3">
      <TextInput {...field('name')} withAsterisk data-autofocus />
      <DuplicateName name={form.values.name} />
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

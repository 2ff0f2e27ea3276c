import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { CompanyFields } from 'contract/companies/companies.ts'
import { requiredText } from 'contract/text.ts'
import { useRef } from 'react'
import { client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { success } from '../../shared/feedback/toasts.ts'
import { DialogForm } from '../../shared/form/dialog-form.tsx'
import { useReturnFromForm } from '../../shared/form/form-return.ts'
import { fieldsOf } from '../../shared/form/record-form.tsx'
import { at } from '../../shared/page/at.ts'
import { sessionKey } from '../../shared/session/session.ts'
import { DuplicateName } from './duplicate-name.tsx'
import { ownZone, TimeZoneSelect } from './time-zone-select.tsx'

const Fields = CompanyFields.pick({ description: true, timeZone: true }).extend({
  name: requiredText(200, 'Please enter a company name'),
})
const labels = { name: 'Company Name', description: 'Description', timeZone: 'Time Zone' }

/** /portfolio/new */
export function PortfolioCompanyForm() {
  const close = useReturnFromForm('/portfolio')
  const navigate = useNavigate()
  const created = useRef('')
  return (
    <DialogForm
      title="Add Portfolio Company"
      initialValues={{ name: '', description: '', timeZone: ownZone }}
      schema={Fields}
      submitLabel="Create Company"
      save={async (values) => {
        created.current = (await client.companies.create({ ...values, type: 'portfolio' })).id
        // Only companies of the session can be opened.
        await queries.invalidateQueries({ queryKey: sessionKey })
      }}
      onSaved={() => {
        success('Portfolio company created successfully')
        void navigate({ ...at(`/company/${created.current}`), replace: true })
      }}
      failure="create portfolio company"
      onClose={close}
    >
      {(form) => {
        const field = fieldsOf(form, labels)
        return (
          <div className="stack gap-3">
            <TextInput {...field('name')} withAsterisk data-autofocus />
            <DuplicateName name={form.values.name} />
            <Textarea {...field('description')} />
            <TimeZoneSelect {...field('timeZone')} />
          </div>
        )
      }}
    </DialogForm>
  )
}

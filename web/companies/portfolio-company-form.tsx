import { Textarea, TextInput } from '@mantine/core'
import { CompanyFields } from 'contract/companies/companies.ts'
import { requiredText } from 'contract/text.ts'
import { client } from '../shared/api/api.ts'
import { success } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { fieldsOf } from '../shared/form/record-form.tsx'
import { useReturnFromForm } from '../shared/table/list-state.ts'
import classes from './company-forms.module.css'
import { TwinName } from './twin-name.tsx'

const Fields = CompanyFields.pick({ description: true }).extend({
  name: requiredText(200, 'Please enter a company name'),
})
const labels = { name: 'Company Name', description: 'Description' }

/** /portfolio/new */
export function PortfolioCompanyForm() {
  const close = useReturnFromForm('/portfolio')
  return (
    <DialogForm
      title="Add Portfolio Company"
      initialValues={{ name: '', description: '' }}
      schema={Fields}
      submitLabel="Create Company"
      save={(values) => client.companies.create({ ...values, type: 'portfolio' })}
      onSaved={() => {
        success('Portfolio company created successfully')
        close()
      }}
      failure="create portfolio company"
      onClose={close}
    >
      {(form) => {
        const field = fieldsOf(form, labels)
        return (
          <div className={classes.inputs}>
            <TextInput {...field('name')} withAsterisk data-autofocus />
            <TwinName name={form.values.name} />
            <Textarea {...field('description')} />
          </div>
        )
      }}
    </DialogForm>
  )
}

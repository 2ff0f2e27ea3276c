import { Textarea, TextInput } from '@mantine/core'
import { CompanyFields } from 'contract/companies/companies.ts'
import { requiredText } from 'contract/text.ts'
import { client } from '../shared/api.ts'
import { DialogForm } from '../shared/dialog-form.tsx'
import { useReturnToList } from '../shared/list-state.ts'
import { fieldsOf } from '../shared/record-form.tsx'
import { failedTo, success } from '../shared/toasts.ts'
import classes from './company-forms.module.css'

const Fields = CompanyFields.pick({ description: true }).extend({
  name: requiredText(200, 'Please enter a company name'),
})
const labels = { name: 'Company Name', description: 'Description' }

/** /portfolio/new */
export function PortfolioCompanyForm() {
  const close = useReturnToList('/portfolio')
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
      onRefused={failedTo('create portfolio company')}
      onClose={close}
    >
      {(form) => {
        const field = fieldsOf(form, labels)
        return (
          <div className={classes.inputs}>
            <TextInput {...field('name')} withAsterisk data-autofocus />
            <Textarea {...field('description')} />
          </div>
        )
      }}
    </DialogForm>
  )
}

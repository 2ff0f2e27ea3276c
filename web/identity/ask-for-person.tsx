import { Button, Select, TextInput } from '@mantine/core'
import { AskedPerson } from 'contract/identity/access-requests.ts'
import { type CompanyRole, companyRoles, defaultRole, roleLabels } from 'contract/permissions.ts'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { inform } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { fieldsOf } from '../shared/form/record-form.tsx'
import classes from './person-forms.module.css'

const labels = { name: 'Name', email: 'Email', role: 'Role' }
const blank: { name: string; email: string; role: CompanyRole } = { name: '', email: '', role: defaultRole }

/** A button with a form: an operator of a company asks SBR for a person. */
export function AskForPerson({ companyId }: { companyId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Ask SBR for a Person
      </Button>
      {isOpen && <AskDialog companyId={companyId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** @param name of the person, as far as it is known */
export function AskDialog({
  companyId,
  name = '',
  onClose,
}: {
  companyId: string
  name?: string
  onClose: () => void
}) {
  return (
    <DialogForm
      title="Ask SBR for a Person"
      initialValues={{ ...blank, name }}
      schema={AskedPerson}
      submitLabel="Send Request"
      isReady={({ name, email }) => name.trim() !== '' && email.trim() !== ''}
      save={(person) => client.accessRequests.ask({ companyId, ...person })}
      done={() =>
        inform('Request sent to SBR', 'The person can sign in, and be chosen for tasks, once SBR has approved.')
      }
      failure="send the request"
      onClose={onClose}
      isInPlace
    >
      {(form) => {
        const field = fieldsOf(form, labels)
        return (
          <div className={classes.inputs}>
            <TextInput {...field('name')} autoComplete="off" withAsterisk data-autofocus={name === '' || undefined} />
            <TextInput
              {...field('email')}
              type="email"
              inputMode="email"
              autoComplete="off"
              withAsterisk
              data-autofocus={name !== '' || undefined}
            />
            <Select
              {...field('role')}
              withAsterisk
              allowDeselect={false}
              data={companyRoles.map((value) => ({ value, label: roleLabels[value] })).toReversed()}
            />
          </div>
        )
      }}
    </DialogForm>
  )
}

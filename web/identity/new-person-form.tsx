import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { NewPerson, type Person } from 'contract/identity/people.ts'
import { defaultRole, type Role } from 'contract/permissions.ts'
import { useRef } from 'react'
import { client } from '../shared/api/api.ts'
import { inform } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { useReturnFromForm } from '../shared/form/form-return.ts'
import { type FormOf, fieldsOf } from '../shared/form/record-form.tsx'
import { AccessInputs, accessOf, isAccessChosen } from './access-inputs.tsx'
import classes from './person-forms.module.css'

type Values = {
  email: string
  firstName: string
  lastName: string
  role: Role | null
  companyId: string | null
  allowsUnmanagedAccount: boolean
}

const blank: Values = {
  email: '',
  firstName: '',
  lastName: '',
  role: defaultRole,
  companyId: null,
  allowsUnmanagedAccount: false,
}
const labels = { email: 'Email', firstName: 'First Name', lastName: 'Last Name' }

/** /admin/users/new */
export function NewPersonForm() {
  const close = useReturnFromForm('/admin/users')
  // The tab Users of a company leads here.
  const { for: companyId = null } = useSearch({ strict: false }) as { for?: string }
  return <NewPersonDialog companyId={companyId} onClose={close} />
}

type NewPersonDialogProps = {
  companyId: string | null
  /** Of somebody who is missing where people are chosen, as typed. */
  name?: string
  /** Chooses the person there; the dialog then has no address, and adds one person. */
  onCreated?: ((person: Person) => void) | undefined
  onClose: () => void
}

/** Pre-authorises an address; the person has access from their first sign-in. */
export function NewPersonDialog({ companyId: proposed, name = '', onCreated, onClose }: NewPersonDialogProps) {
  const created = useRef<Person>(undefined)
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return (
    <DialogForm
      title="Create User"
      initialValues={{ ...blank, companyId: proposed, firstName, lastName: others.join(' ') }}
      schema={NewPerson}
      submitLabel="Create User"
      isReady={(values) => values.email.trim() !== '' && isAccessChosen(values)}
      save={async ({ email, firstName = null, lastName = null, ...chosen }) => {
        const { companyId = null, allowsUnmanagedAccount = false } = chosen
        const access = accessOf({ ...chosen, companyId, allowsUnmanagedAccount })
        created.current = await client.people.create({ email, firstName, lastName, ...access })
      }}
      onSaved={(isAnother) => {
        if (!created.current) return
        inform('User created successfully', `They sign in with Google as ${created.current.email}.`)
        onCreated?.(created.current)
        if (!isAnother) onClose()
      }}
      {...(!onCreated && { next: ({ companyId }: Values) => ({ ...blank, companyId }) })}
      failure="create user"
      onClose={onClose}
      isInPlace={onCreated !== undefined}
    >
      {(form) => <Inputs form={form} />}
    </DialogForm>
  )
}

function Inputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <div className={classes.inputs}>
      <TextInput
        {...field('email')}
        {...{ type: 'email', inputMode: 'email', autoComplete: 'off', withAsterisk: true, 'data-autofocus': true }}
        description="The person signs in with this address. No invitation is sent."
      />
      <TextInput {...field('firstName')} className={classes.half} autoComplete="off" />
      <TextInput {...field('lastName')} className={classes.half} autoComplete="off" />
      <AccessInputs form={form} />
    </div>
  )
}

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { NewPerson } from 'contract/identity/people.ts'
import { defaultRole, firstRole, type Role } from 'contract/permissions.ts'
import { useRef } from 'react'
import { api, client } from '../shared/api/api.ts'
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

/** /admin/users/new: pre-authorises an address; the person has access from their first sign-in. */
export function NewPersonForm() {
  const close = useReturnFromForm('/admin/users')
  // The tab Users of a company leads here.
  const { for: companyId = null } = useSearch({ strict: false }) as { for?: string }
  const created = useRef('')
  const role = useProposedRole(companyId)
  if (!role) return null
  const initial: Values = { ...blank, companyId, role }
  return (
    <DialogForm
      title="Create User"
      initialValues={initial}
      schema={NewPerson}
      submitLabel="Create User"
      isReady={(values) => values.email.trim() !== '' && isAccessChosen(values)}
      save={async ({ email, firstName = null, lastName = null, ...others }) => {
        const { companyId = null, allowsUnmanagedAccount = false } = others
        const access = accessOf({ ...others, companyId, allowsUnmanagedAccount })
        created.current = (await client.people.create({ email, firstName, lastName, ...access })).email
      }}
      onSaved={(isAnother) => {
        inform('User created successfully', `They sign in with Google as ${created.current}.`)
        if (!isAnother) close()
      }}
      next={({ companyId }) => ({ ...blank, companyId })}
      failure="create user"
      onClose={close}
    >
      {(form) => <Inputs form={form} />}
    </DialogForm>
  )
}

/** Operator of a company that has none yet; undefined while it is not known. */
function useProposedRole(companyId: string | null): Role | undefined {
  const input = { companyId: companyId ?? '', role: firstRole, pageSize: 1 }
  const { data, isLoading } = useQuery(api.people.list.queryOptions({ input, enabled: companyId !== null }))
  if (isLoading) return undefined
  return data?.total === 0 ? firstRole : defaultRole
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

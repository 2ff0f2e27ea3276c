import { Modal, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { checkAccess, type Person } from 'contract/identity/people.ts'
import { ProfileFields } from 'contract/identity/profile.ts'
import { RoleName } from 'contract/identity/session.ts'
import { type Role, roleLabels } from 'contract/permissions.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { api, client } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { plainValue } from '../shared/form/conflict-panel.tsx'
import { useDialog } from '../shared/form/dialog.ts'
import { type FormOf, fieldsOf, RecordForm } from '../shared/form/record-form.tsx'
import { PersonMark } from '../shared/session/person-mark.tsx'
import { useSession } from '../shared/session/session.ts'
import { useReturnToList } from '../shared/table/list-state.ts'
import { AccessInputs, type AccessValues, accessLabels, accessOf, isAccessChosen } from './access-inputs.tsx'
import { PersonActions } from './person-actions.tsx'
import classes from './person-forms.module.css'
import { PersonStatusBadge } from './person-status.tsx'

const path = '/admin/users'

type Values = AccessValues & { firstName: string; lastName: string }

const Fields = ProfileFields.extend({
  role: RoleName,
  companyId: z.uuid().nullable(),
  allowsUnmanagedAccount: z.boolean(),
}).superRefine(checkAccess)

const labels = { firstName: 'First Name', lastName: 'Last Name', allowsUnmanagedAccount: 'Unmanaged account' }

/** /admin/users/{id}: role and company of a person, and further actions. */
export function PersonDialog() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useQuery(api.people.get.queryOptions({ input: { id } }))
  const close = useReturnToList(path)
  if (data) return <PersonForm key={data.id} person={data} onClose={close} />
  return (
    <NobodyYet onClose={close}>
      {error && <LoadFailure what="user" error={error} onRetry={() => void refetch()} />}
    </NobodyYet>
  )
}

/** Shown while the person is loading, or when loading failed. */
function NobodyYet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal opened onClose={onClose} title="Edit User" size="lg" {...useDialog()}>
      {children ?? <Skeleton height={160} aria-busy />}
    </Modal>
  )
}

function PersonForm({ person, onClose }: { person: Person; onClose: () => void }) {
  // Until they sign in, nobody but an operator can correct a mistyped name.
  const isNamedHere = person.status === 'pre_authorized'
  return (
    <RecordForm
      noun="User"
      failure="update user"
      path={path}
      record={person}
      valuesOf={(row) => valuesOf(row ?? person)}
      schema={Fields}
      labels={{ ...accessLabels, ...labels }}
      show={useShown()}
      isReady={isAccessChosen}
      save={async ({ firstName, lastName, ...access }, options) => {
        const names = isNamedHere && { firstName, lastName }
        await client.people.update({ id: person.id, ...names, ...accessOf(access) }, options)
        return { companyId: '', changeSetId: null }
      }}
    >
      {(form) => (
        <div className={classes.inputs}>
          <div className={`row justify-between gap-3 border-b ${classes.person}`}>
            <PersonMark person={person} />
            <PersonStatusBadge status={person.status} />
          </div>
          {isNamedHere && <NameInputs form={form} />}
          <AccessInputs form={form} />
          <PersonActions person={person} hasAccess={person.role !== null} onGone={onClose} />
        </div>
      )}
    </RecordForm>
  )
}

function NameInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <>
      <TextInput {...field('firstName')} className={classes.half} autoComplete="off" />
      <TextInput {...field('lastName')} className={classes.half} autoComplete="off" />
    </>
  )
}

const valuesOf = ({ firstName, lastName, role, companyId, allowsUnmanagedAccount }: Person): Values => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  role,
  companyId: role && accessOf({ role, companyId, allowsUnmanagedAccount }).companyId,
  allowsUnmanagedAccount,
})

/** The conflict panel's text for values that people cannot read, such as ids. */
function useShown() {
  const { companies } = useSession()
  const firm = companies.find((company) => company.isSbr)?.name
  return (key: string, value: unknown) => {
    if (key === 'role') return value ? roleLabels[value as Role] : '(none)'
    if (key === 'companyId') return companies.find(({ id }) => id === value)?.name ?? firm
    if (key === 'allowsUnmanagedAccount') return value ? 'Yes' : 'No'
    return plainValue(key, value)
  }
}

import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { checkAccess, type Person } from 'contract/identity/people.ts'
import { RoleName } from 'contract/identity/session.ts'
import { contract } from 'contract/index.ts'
import { z } from 'zod'
import { api, client } from '../shared/api.ts'
import { DialogForm } from '../shared/dialog-form.tsx'
import { LoadFailure } from '../shared/empty-state.tsx'
import { useList, useReturnToList } from '../shared/list-state.ts'
import { PersonMark } from '../shared/person-mark.tsx'
import { messageOf } from '../shared/server-errors.ts'
import { failure, saved } from '../shared/toasts.ts'
import { AccessInputs, accessOf, isAccessChosen } from './access-inputs.tsx'
import { PersonActions } from './person-actions.tsx'
import classes from './person-forms.module.css'
import { PersonStatusBadge } from './person-status.tsx'

const path = '/admin/users'

const Access = z
  .object({ role: RoleName, companyId: z.uuid().nullable(), allowsUnmanagedAccount: z.boolean() })
  .superRefine(checkAccess)

/** /admin/users/{id}: role and company of a person, and what else can be done about them. */
export function PersonDialog() {
  const { id } = useParams({ strict: false }) as { id: string }
  // The row of the list it lies over: the address of the dialog carries that list's search and page.
  const list = useList(contract.people.list, path)
  const { data, error, refetch } = useQuery(api.people.list.queryOptions({ input: list.input }))
  const close = useReturnToList(path)
  const person = data?.items.find((row) => row.id === id)
  if (person) return <AccessForm key={person.id} person={person} onClose={close} />
  return (
    <Modal opened onClose={close} title="User">
      {error ? (
        <LoadFailure what="user" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        'This user is not in the list: deleted meanwhile, or on another page of it.'
      ) : (
        <Skeleton height={160} />
      )}
    </Modal>
  )
}

function AccessForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, role, companyId, allowsUnmanagedAccount } = person
  return (
    <DialogForm
      title="Edit User"
      initialValues={{
        role,
        companyId: person.role && accessOf({ ...person, role: person.role }).companyId,
        allowsUnmanagedAccount,
      }}
      schema={Access}
      submitLabel="Update User"
      isReady={isAccessChosen}
      save={(values) => client.people.update({ id, ...accessOf(values) })}
      onSaved={() => {
        saved('User', 'updated')
        onClose()
      }}
      onRefused={(error) => failure(`Failed to update user: ${messageOf(error)}`)}
      onClose={onClose}
    >
      {(form) => (
        <div className={classes.inputs}>
          <div className={classes.person}>
            <PersonMark person={person} />
            <PersonStatusBadge status={person.status} />
          </div>
          <AccessInputs form={form} />
          <PersonActions person={person} hasAccess={role !== null && companyId !== null} onGone={onClose} />
        </div>
      )}
    </DialogForm>
  )
}

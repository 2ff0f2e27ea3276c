import { Button } from '@mantine/core'
import type { AccessRequest } from 'contract/identity/access-requests.ts'
import { checkAccess } from 'contract/identity/people.ts'
import { RoleName } from 'contract/identity/session.ts'
import { defaultRole } from 'contract/permissions.ts'
import { useState } from 'react'
import { z } from 'zod'
import { client } from '../shared/api/api.ts'
import { useConfirmed } from '../shared/feedback/confirmed.tsx'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { AccessInputs, type AccessValues, accessOf, isAccessChosen } from './access-inputs.tsx'
import formClasses from './person-forms.module.css'

export type RequestProps = { request: AccessRequest }

/** Dismiss, after a question, and Approve, with company and role. */
export function AccessDecision({ request }: RequestProps) {
  const { id, email } = request
  const [isApproving, setApproving] = useState(false)
  const dismissing = useConfirmed({
    ...{ title: 'Dismiss Access Request', confirmLabel: 'Dismiss' },
    question: () =>
      `Are you sure you want to dismiss the request of ${email}? They stay outside, and asking again does not bring the request back.`,
    act: () => client.accessRequests.dismiss({ id }),
    done: 'Access request dismissed',
    failure: 'dismiss the access request',
  })
  return (
    <div className="flex gap-2">
      <Button variant="default" size="xs" aria-label={`Dismiss ${email}`} onClick={() => dismissing.ask(true)}>
        Dismiss
      </Button>
      <Button size="xs" aria-label={`Approve ${email}`} onClick={() => setApproving(true)}>
        Approve
      </Button>
      {dismissing.dialog}
      {isApproving && <Approval request={request} onClose={() => setApproving(false)} />}
    </div>
  )
}

const Access = z
  .object({ role: RoleName, companyId: z.uuid().nullable(), allowsUnmanagedAccount: z.boolean() })
  .superRefine(checkAccess)

function Approval({ request, onClose }: RequestProps & { onClose: () => void }) {
  const { id, email, name, isManaged, role, companyId } = request
  const initial: AccessValues = { role: role ?? defaultRole, companyId, allowsUnmanagedAccount: false }
  return (
    <DialogForm
      title="Approve Access"
      initialValues={initial}
      schema={Access}
      submitLabel="Approve"
      // No organisation vouches for such an account, so an operator has to allow it explicitly (T45).
      isReady={(values) => isAccessChosen(values) && (isManaged || values.allowsUnmanagedAccount)}
      save={(values) => client.accessRequests.approve({ id, ...accessOf(values) })}
      done="Access request approved"
      failure="approve the access request"
      onClose={onClose}
      isInPlace
    >
      {(form) => (
        <div className={formClasses.inputs}>
          <p className="text-xs text-muted break-words">
            {name ? `${name} (${email})` : email} will be able to sign in at once.
          </p>
          {!isManaged && (
            <p className="text-sm text-warning">
              No organisation vouches for this account: allow it below only if you know that it is theirs.
            </p>
          )}
          <AccessInputs form={form} />
        </div>
      )}
    </DialogForm>
  )
}

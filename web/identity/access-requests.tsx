import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AccessRequest } from 'contract/identity/access-requests.ts'
import { checkAccess } from 'contract/identity/people.ts'
import { RoleName } from 'contract/identity/session.ts'
import { defaultRole } from 'contract/permissions.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api, client } from '../shared/api/api.ts'
import { queries } from '../shared/api/queries.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { Avatar } from '../shared/session/person-mark.tsx'
import { AccessInputs, type AccessValues, accessOf, isAccessChosen } from './access-inputs.tsx'
import classes from './access-requests.module.css'
import formClasses from './person-forms.module.css'

/** People who signed in without being known to us; hidden when there are none (product.md 11). */
export function AccessRequests() {
  const [approved, setApproved] = useState<AccessRequest | null>(null)
  const [doomed, setDoomed] = useState<AccessRequest | null>(null)
  const { data } = useQuery(
    api.accessRequests.list.queryOptions({
      input: { status: 'open', sort: 'requestedAt', order: 'desc', pageSize: 50 },
      refetchInterval: 30_000,
    }),
  )
  const dismissing = useMutation({
    mutationFn: (id: string) => client.accessRequests.dismiss({ id }),
    onSuccess: async () => {
      success('Access request dismissed')
      await queries.invalidateQueries()
    },
    onError: failedTo('dismiss the access request'),
    onSettled: () => setDoomed(null),
  })
  if (!data || data.total === 0) return null
  return (
    <section className={classes.requests} aria-label="Access requests">
      <h3 className={classes.title}>
        Access requests <span className="numeric">({data.total.toLocaleString('en-US')})</span>
      </h3>
      <ul className={classes.list}>
        {data.items.map((request) => (
          <li key={request.id} className={classes.request}>
            <Avatar name={request.name ?? request.email} />
            <div className={classes.who}>
              <span className={classes.name}>{request.name ?? request.email}</span>
              <span className={classes.text}>
                {request.name && `${request.email} · `}
                <Moment at={request.requestedAt} />
                {!request.isManaged && ' · account of no organisation'}
              </span>
            </div>
            <div className={classes.actions}>
              <Button
                variant="default"
                size="xs"
                aria-label={`Dismiss ${request.email}`}
                onClick={() => setDoomed(request)}
              >
                Dismiss
              </Button>
              <Button size="xs" aria-label={`Approve ${request.email}`} onClick={() => setApproved(request)}>
                Approve
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={doomed !== null}
        title="Dismiss access request"
        confirmLabel="Dismiss"
        isBusy={dismissing.isPending}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed && dismissing.mutate(doomed.id)}
      >
        Are you sure you want to dismiss the request of {doomed?.email}? They stay outside, and asking again does not
        bring the request back.
      </ConfirmDialog>
      {approved && <Approval request={approved} onClose={() => setApproved(null)} />}
    </section>
  )
}

const Access = z
  .object({ role: RoleName, companyId: z.uuid().nullable(), allowsUnmanagedAccount: z.boolean() })
  .superRefine(checkAccess)

const blank: AccessValues = { role: defaultRole, companyId: null, allowsUnmanagedAccount: false }

function Approval({
  request: { id, email, name, isManaged },
  onClose,
}: {
  request: AccessRequest
  onClose: () => void
}) {
  return (
    <DialogForm
      title="Approve access"
      initialValues={blank}
      schema={Access}
      submitLabel="Approve"
      // No organisation vouches for such an account, so an operator has to allow it explicitly (T45).
      isReady={(values) => isAccessChosen(values) && (isManaged || values.allowsUnmanagedAccount)}
      save={(values) => client.accessRequests.approve({ id, ...accessOf(values) })}
      onSaved={() => {
        success('Access request approved')
        onClose()
      }}
      onRefused={failedTo('approve the access request')}
      onClose={onClose}
      isInPlace
    >
      {(form) => (
        <div className={formClasses.inputs}>
          <p className={classes.text}>{name ? `${name} (${email})` : email} will be able to sign in at once.</p>
          {!isManaged && (
            <p className={classes.warning}>
              No organisation vouches for this account: allow it below only if you know that it is theirs.
            </p>
          )}
          <AccessInputs form={form} />
        </div>
      )}
    </DialogForm>
  )
}

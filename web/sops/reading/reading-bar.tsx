import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Sop } from 'contract/sops/sops.ts'
import { type ReactNode, useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import classes from './reading-bar.module.css'

/** Whether the signed-in person has read what is published, and the button to say so. Nothing for a draft. */
export function ReadingBar({ sop }: { sop: Sop }) {
  const confirming = useAcknowledge(sop)
  const canConfirm = useCan('sop.acknowledge')
  if (!sop.reading || !sop.publishedVersion) return null
  if (sop.reading === 'read')
    return (
      <p className={classes.bar} data-read>
        <IconCircleCheck size={18} aria-hidden /> You have read this SOP.
      </p>
    )
  if (!canConfirm) return null
  return (
    <div className={classes.bar}>
      <p>
        {sop.reading === 'again'
          ? 'This SOP has changed since you read it. Please read it again.'
          : 'Please read this SOP and confirm that you have.'}
      </p>
      <Confirm isPending={confirming.isPending} mutate={confirming.mutate} />
    </div>
  )
}

/** The same button below the text, where a reader gets to it. Nothing for those who had read the SOP when they opened it. */
export function ReadingEnd({ sop }: { sop: Sop }) {
  const confirming = useAcknowledge(sop)
  const canConfirm = useCan('sop.acknowledge')
  const [isNew] = useState(sop.reading !== 'read')
  if (!isNew || !canConfirm || !sop.reading || !sop.publishedVersion) return null
  if (sop.reading === 'read')
    return (
      <p className={classes.bar} data-read>
        <IconCircleCheck size={18} aria-hidden /> Confirmed. Thank you.
      </p>
    )
  return (
    <div className={classes.bar}>
      <Confirm isPending={confirming.isPending} mutate={confirming.mutate} />
    </div>
  )
}

type ReadingConfirmationProps = { sop: Sop; children: ReactNode }

/** The same button beside a record that names the SOP, after what the record says about it. */
export function ReadingConfirmation({ sop, children }: ReadingConfirmationProps) {
  const confirming = useAcknowledge(sop)
  const canConfirm = useCan('sop.acknowledge')
  const isOpen = canConfirm && sop.publishedVersion && sop.reading && sop.reading !== 'read'
  if (!isOpen) return children
  return (
    <div className={`row flex-wrap justify-between gap-x-4 gap-y-2 ${classes.plain}`}>
      {children}
      <Confirm isPending={confirming.isPending} mutate={confirming.mutate} variant="default" />
    </div>
  )
}

type ConfirmProps = Pick<ReturnType<typeof useAcknowledge>, 'isPending' | 'mutate'> & { variant?: 'default' }

const Confirm = ({ isPending, mutate, ...look }: ConfirmProps) => (
  <SaveButton type="button" {...look} loading={isPending} onClick={() => mutate()}>
    I have read it
  </SaveButton>
)

/** Confirms that the signed-in person has read the version on screen. */
function useAcknowledge({ id, publishedVersion }: Pick<Sop, 'id' | 'publishedVersion'>) {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: () => client.sopReadings.acknowledge({ companyId, id, version: publishedVersion ?? 0 }),
    onError: failedTo('save that you have read this version'),
  })
}

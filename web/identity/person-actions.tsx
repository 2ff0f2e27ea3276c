import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Person } from 'contract/identity/people.ts'
import { type ReactNode, useState } from 'react'
import { client } from '../shared/api/api.ts'
import { screens } from '../shared/api/queries.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { nameOf } from '../shared/session/person-mark.tsx'
import { usePersonDeletion } from './person-deletion.tsx'

type Step = {
  label: string
  question: (name: string) => ReactNode
  /** @returns the message to show afterwards */
  act: (person: Person) => Promise<string>
  failure: string
}

const endSessions: Step = {
  label: 'End Sessions',
  question: (name) => `${name} is signed out everywhere, and their access tokens stop working. They may sign in again.`,
  act: async ({ id }) => {
    const { ended } = await client.people.endSessions({ id })
    return `${ended.toLocaleString('en-US')} session(s) ended`
  },
  failure: 'end sessions',
}

const resetLink: Step = {
  label: 'Reset Sign-In Link',
  question: (name) =>
    `The Google account of ${name} is forgotten, and a password too. The next sign-in with this e-mail address links anew.`,
  act: async ({ id }) => {
    await client.people.resetLink({ id })
    return 'Sign-in link reset'
  },
  failure: 'reset the sign-in link',
}

const takeAccess: Step = {
  label: 'Take Access Away',
  question: (name) =>
    `${name} loses role and company and is signed out. They stay in the list and can be given access again.`,
  act: async ({ id, version }) => {
    await client.people.update({ id, role: null }, { context: { version } })
    return 'Access taken away'
  },
  failure: 'take access away',
}

type PersonActionsProps = { person: Person; hasAccess: boolean; onGone: () => void }

/** More actions on a person; each asks first. */
export function PersonActions({ person, hasAccess, onGone }: PersonActionsProps) {
  const [step, setStep] = useState<Step | null>(null)
  const deletion = usePersonDeletion(onGone)
  const acting = useMutation({
    mutationFn: ({ act }: Step) => act(person),
    onSuccess: async (message) => {
      success(message)
      await screens.shown()
      onGone()
    },
    onError: (error, { failure }) => failedTo(failure)(error),
    onSettled: () => setStep(null),
  })
  const steps = hasAccess ? [endSessions, resetLink, takeAccess] : [endSessions, resetLink]
  return (
    <div className="flex flex-wrap gap-2 border-t pt-3">
      {steps.map((one) => (
        <Button key={one.label} variant="default" size="xs" onClick={() => setStep(one)}>
          {one.label}
        </Button>
      ))}
      <Button variant="light" color="red" size="xs" onClick={() => deletion.ask(person)}>
        Delete User
      </Button>
      <ConfirmDialog
        isOpen={step !== null}
        title={step?.label ?? ''}
        confirmLabel={step?.label ?? ''}
        isBusy={acting.isPending}
        onClose={() => setStep(null)}
        onConfirm={() => step && acting.mutate(step)}
      >
        {step?.question(nameOf(person))}
      </ConfirmDialog>
      {deletion.dialog}
    </div>
  )
}

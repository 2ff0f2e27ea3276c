/** The parts of the assistant that other features may use (CONTRIBUTING.md). */
import { Button, type ButtonProps } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AssistantState } from 'contract/assistant/assistant.ts'
import { api } from '../shared/api/api.ts'
import { useCan } from '../shared/session/session.ts'

/** The assistant of a company; null when there is nothing to offer: not allowed, switched off, no key, no model. */
export function useAssistant(companyId: string): AssistantState | null {
  const mayUse = useCan('assistant.use')
  const { data } = useQuery({ ...api.assistant.state.queryOptions({ input: { companyId } }), enabled: mayUse })
  return data?.isReady ? data : null
}

type AssistantButtonProps = ButtonProps & { onClick: () => void; children: string }

export function AssistantButton(props: AssistantButtonProps) {
  return <Button variant="default" size="compact-sm" leftSection={<IconSparkles size={14} stroke={1.8} />} {...props} />
}

type AssistantNoteProps = { assistant: AssistantState /** what leaves the house, as a sentence */; goesOut: string }

/** What is sent to the service, and how many calls are left this month. */
export function AssistantNote({ assistant: { calls, monthlyLimit }, goesOut }: AssistantNoteProps) {
  const left = Math.max(0, monthlyLimit - calls)
  return (
    <p className="text-xs text-muted">
      {goesOut}{' '}
      {left === 0
        ? 'The calls of this month are used up.'
        : `${left.toLocaleString('en-US')} of ${monthlyLimit.toLocaleString('en-US')} calls are left this month.`}
    </p>
  )
}

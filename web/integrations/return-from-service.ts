import { useNavigate, useSearch } from '@tanstack/react-router'
import { integrationLabels } from 'contract/integrations/catalogue.ts'
import type { Integration } from 'contract/integrations/integrations.ts'
import { useEffect, useRef } from 'react'
import { failure, inform } from '../shared/feedback/toasts.ts'
import { at } from '../shared/page/at.ts'

const reasons = new Map([
  ['refused', 'Access was not given.'],
  ['expired', 'It took too long, or was begun in another window. Press Connect Again.'],
])

/** Tells the result once, when somebody comes back from a service, and removes it from the address. */
export function useReturnFromService(items: Integration[] | undefined): void {
  const { connected, outcome } = useSearch({ strict: false }) as { connected?: string; outcome?: string }
  const navigate = useNavigate()
  const isTold = useRef(false)
  const item = items?.find(({ integrationName }) => integrationName === connected)
  useEffect(() => {
    if (!item || !outcome || isTold.current) return
    isTold.current = true
    if (outcome === 'done') inform('Connection Successful', `${integrationLabels[item.integrationName]} is connected.`)
    else
      failure(
        'Connection Failed',
        reasons.get(outcome) ?? item.lastTestMessage ?? item.lastError ?? 'Please check your credentials',
      )
    void navigate({
      ...at('.', ({ connected: _, outcome: __, ...rest }: Record<string, unknown>) => rest),
      replace: true,
    })
  }, [item, outcome, navigate])
}

import { useQuery } from '@tanstack/react-query'
import type { Integration } from 'contract/integrations/integrations.ts'
import { api } from '../shared/api/api.ts'
import classes from './integrations.module.css'

/** The calls of this month, and what is missing before anybody can ask. */
export function AssistantUse({ integration: { companyId, config, isEnabled } }: { integration: Integration }) {
  const { data } = useQuery(api.assistant.state.queryOptions({ input: { companyId } }))
  if (!config.model)
    return <p className={classes.about}>Next: press Configure and choose a model. Until then nothing is offered.</p>
  if (!isEnabled) return null
  if (!data) return null
  if (data.monthlyLimit === 0) return <p className={classes.about}>Calls a month is 0: the assistant makes no calls.</p>
  const number = (value: number) => value.toLocaleString('en-US')
  return (
    <p className={classes.about}>
      {number(data.calls)} of {number(data.monthlyLimit)} calls this month, {number(data.tokens)} tokens.
    </p>
  )
}

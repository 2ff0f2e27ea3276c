import { type Integration, standingOf } from 'contract/integrations/integrations.ts'
import { Tag } from '../shared/format/tag.tsx'

type Standing = Pick<Integration, 'integrationName' | 'status' | 'needsReconnect' | 'credentialsSaved' | 'isConsented'>

/** The state of a connection. */
export function ConnectionBadge({ integration }: { integration: Standing }) {
  const { words, tone } = standingOf(integration)
  return <Tag tone={tone}>{words}</Tag>
}

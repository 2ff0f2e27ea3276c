import { useIsMutating } from '@tanstack/react-query'
import { type Integration, standingOf } from 'contract/integrations/integrations.ts'
import { Tag } from '../shared/format/tag.tsx'
import { testKeyOf } from './test-key.ts'

type Standing = Pick<
  Integration,
  'companyId' | 'integrationName' | 'status' | 'needsReconnect' | 'credentialsSaved' | 'isConsented'
>

/** The state of a connection; 'Connecting' while somebody tests it here. */
export function ConnectionBadge({ integration }: { integration: Standing }) {
  const isTesting = useIsMutating({ mutationKey: testKeyOf(integration) }) > 0
  const { words, tone } = standingOf(
    isTesting ? { ...integration, status: 'connecting', needsReconnect: false } : integration,
  )
  return <Tag tone={tone}>{words}</Tag>
}

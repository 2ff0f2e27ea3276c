import type { Integration } from 'contract/integrations/integrations.ts'

/** The key of a test that is under way, by which the badge knows of it. */
export const testKeyOf = ({ companyId, integrationName }: Pick<Integration, 'companyId' | 'integrationName'>) => [
  'test connection',
  companyId,
  integrationName,
]

import { IntegrationName, integrationCatalogue } from 'contract/integrations/catalogue.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../platform/config/config.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { due, type FeatureJobs, handle, type JobKind } from '../platform/jobs/job-kinds.ts'
import { testConnection } from './health.ts'

const Payload = z.object({ companyId: z.uuid(), name: IntegrationName })

const check: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'integration-check', payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 0, retryDelay: 60, expireIn: 120 },
}

const DueRow = z.object({ companyId: z.uuid(), integrationName: IntegrationName })

const intervals = JSON.stringify(
  Object.fromEntries(Object.entries(integrationCatalogue).map(([name, { everyMinutes }]) => [name, everyMinutes])),
)

/**
 * Checks each connection that is on and was not used for its interval. So an expired credential is found before somebody needs it, the
 * tokens of a consent stay alive, and 'last success' means something.
 */
export function checkJobs({ baseUrls }: Pick<Config, 'baseUrls'>): FeatureJobs {
  return {
    handlers: [
      handle(check, async ({ name }, job) => {
        await testConnection({ ...job, baseUrls }, name)
      }),
    ],
    schedules: [
      {
        name: 'integration-checks',
        cron: '*/10 * * * *',
        due: async (db) => {
          const rows = await rowsOf(
            db,
            DueRow,
            sql`select company_id, integration_name from app.integrations_due(${intervals}::jsonb)`,
          )
          return rows.map(({ companyId, integrationName: name }) => due(check, { companyId, name }, name))
        },
      },
    ],
  }
}

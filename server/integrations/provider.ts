import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import type { TestResult } from 'contract/integrations/integrations.ts'
import type { Db } from '../platform/database/handle.ts'

/** Runs work in a short transaction of its own, with the rights of whoever causes the call: a request or a job. */
export type Work = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/**
 * An open connection: what a company has configured, and the credentials of this moment. They are opened for one call or one job; keep none.
 * `baseUrl`: the address of the service, without an ending slash; outside production the configuration may name another.
 */
export type Connection = {
  id: string
  companyId: string
  name: IntegrationName
  config: Readonly<Record<string, string>>
  /** how the service names the account: the realm of QuickBooks */
  accountId: string | null
  secret: (field: string) => string | undefined
  baseUrl: URL
}

export type { IntegrationName, TestResult }

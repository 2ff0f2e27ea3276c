import { randomUUID } from 'node:crypto'
import type { Given, GivenCompany, GivenPerson } from '../given/given.ts'
import type { Expected, FeatureAccess, FencedTable, Records } from './access.ts'
import { activityAccess } from './activity.ts'
import { assistantAccess } from './assistant.ts'
import { backupsAccess } from './backups.ts'
import { bomAccess } from './bom.ts'
import { commentsAccess } from './comments.ts'
import { companiesAccess } from './companies.ts'
import { dashboardsAccess } from './dashboards.ts'
import { filesAccess } from './files.ts'
import { findingAccess } from './finding.ts'
import { identityAccess } from './identity.ts'
import { importsAccess } from './imports.ts'
import { integrationsAccess } from './integrations.ts'
import { inventoryAccess } from './inventory.ts'
import { notificationsAccess } from './notifications.ts'
import { revenueAccess } from './revenue.ts'
import { settingsAccess } from './settings.ts'
import { sopsAccess } from './sops.ts'
import { suggestionsAccess } from './suggestions.ts'
import { tasksAccess } from './tasks.ts'
import { timeClockAccess } from './time-clock.ts'

const features: FeatureAccess[] = [
  identityAccess,
  companiesAccess,
  inventoryAccess,
  importsAccess,
  filesAccess,
  tasksAccess,
  commentsAccess,
  timeClockAccess,
  notificationsAccess,
  sopsAccess,
  bomAccess,
  settingsAccess,
  backupsAccess,
  activityAccess,
  revenueAccess,
  integrationsAccess,
  assistantAccess,
  suggestionsAccess,
  dashboardsAccess,
  findingAccess,
]

/** The expected answer of every procedure for every kind of caller. */
export const expected: Record<string, Expected> = Object.assign({}, ...features.map(({ procedures }) => procedures))

/** 'files.list' of 'files.list (task)'. */
export const procedureOf = (name: string): string => name.replace(/ \(.*/, '')

/** The rights of the web server on every table of a company. */
export const fencedTables: Record<string, FencedTable> = Object.assign({}, ...features.map(({ tables }) => tables))

/** One record of each kind in a company, by name. */
export const recordsOf = (given: Given, company: GivenCompany, operator?: GivenPerson): Promise<Records> =>
  keptRecords(given, company, operator).all()

/** The records, made again feature by feature: `spend` names a procedure that may have changed or deleted the records of its feature. */
export function keptRecords(given: Given, company: GivenCompany, operator?: GivenPerson) {
  const kept = new Map<FeatureAccess, Records>()
  return {
    async all(): Promise<Records> {
      for (const feature of features)
        if (!kept.has(feature)) kept.set(feature, await feature.records(given, company, operator))
      return Object.assign({ companyId: company.id }, ...kept.values())
    },
    spend(name: string): void {
      // What the others made belongs to the newest member, who may have left by this.
      if (name in identityAccess.procedures || name in companiesAccess.procedures) kept.clear()
      for (const feature of features) if (name in feature.procedures) kept.delete(feature)
      kept.delete(identityAccess)
    },
  }
}

const idOf: Record<string, string> = Object.assign({}, ...features.map((feature) => feature.idOf))

/** The path parameters of a correct request to a procedure. */
export function wordsOf(name: string, records: Records): Records {
  const [noun = ''] = name.split('.')
  return {
    ...Object.assign({}, ...features.map((feature) => feature.words?.(records))),
    companyId: records.companyId ?? '',
    id: records[idOf[name] ?? idOf[noun] ?? ''] ?? randomUUID(),
  }
}

/** The query and the body of a correct request to a procedure. */
export function contentOf(name: string, records: Records) {
  const feature = features.find(({ procedures }) => name in procedures)
  return {
    query: String(new URLSearchParams(feature?.queries?.(records)[name])),
    body: feature?.bodies(records)[name] ?? {},
  }
}

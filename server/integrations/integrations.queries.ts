import { integrationLabels, type IntegrationName as Name } from 'contract/integrations/catalogue.ts'
import {
  AssignedIntegration,
  CredentialMark,
  FailedConnection,
  Integration,
} from 'contract/integrations/integrations.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf, rowsOf } from '../platform/database/rows.ts'

/** The row of an integration as it is stored; `marks`: what people may know of its credentials, by field. */
const StoredIntegration = Integration.omit({
  credentials: true,
  credentialsSaved: true,
  isConsented: true,
  isOverdue: true,
}).extend({
  id: z.uuid(),
  config: z.record(z.string(), z.string()),
  accountId: z.string().nullable(),
  marks: z.record(z.string(), CredentialMark),
})
export type StoredIntegration = z.infer<typeof StoredIntegration>

const lastRun = sql`(select jsonb_build_object('id', r.id, 'kind', r.kind, 'state', r.state, 'done', r.done, 'total', r.total,
    'message', r.message, 'waitsFor', r.waits_for, 'startedAt', to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endedAt', to_char(r.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from sync_runs r where r.company_id = c.company_id and r.integration_name = c.integration_name order by r.id desc limit 1)`

/** The integrations of a company that have a row. @param name only this one */
export function listIntegrations(db: Db, companyId: string, name: Name | null = null): Promise<StoredIntegration[]> {
  return rowsOf(
    db,
    StoredIntegration,
    sql`select c.id, c.company_id, c.integration_name, c.is_enabled, c.config, c.status, c.needs_reconnect, c.account_id, c.account_name,
      c.missing_scopes, c.last_test_at, c.last_test_message, c.last_success_at, c.last_error, c.last_error_at,
      c.credentials_set_at as last_credential_update, c.credential_expires_at, c.quota, c.updated_at, c.version,
      coalesce((select jsonb_object_agg(s.field, jsonb_build_object('set', true, 'last4', s.last4,
          'changedAt', to_char(s.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        from integration_secrets s where s.company_id = c.company_id and s.integration_id = c.id), '{}') as marks,
      ${lastRun} as last_run
    from integration_configs c where c.company_id = ${companyId} and (${name}::text is null or c.integration_name = ${name}::text)`,
  )
}

export const getIntegration = async (db: Db, companyId: string, name: Name): Promise<StoredIntegration | undefined> =>
  (await listIntegrations(db, companyId, name))[0]

/** Inserts the row of an integration if there is none yet, and locks it until the end of the transaction. */
export async function holdIntegration(db: Db, companyId: string, name: Name): Promise<void> {
  await sql`insert into integration_configs (company_id, integration_name) values (${companyId}, ${name})
    on conflict (company_id, integration_name) do nothing`.execute(db)
  await sql`select from integration_configs where company_id = ${companyId} and integration_name = ${name} for update`.execute(
    db,
  )
}

type Settings = { isEnabled: boolean; config: Record<string, string> }

export async function saveSettings(
  db: Db,
  companyId: string,
  name: Name,
  { isEnabled, config }: Settings,
): Promise<void> {
  await sql`update integration_configs set is_enabled = ${isEnabled}, config = ${JSON.stringify(config)}::jsonb
    where company_id = ${companyId} and integration_name = ${name}`.execute(db)
}

/** A credential on its way into the database. `expiresAt`: of tokens. */
export type SealedSecret = { field: string; sealed: string; last4: string | null; expiresAt: string | null }

/** @param areTyped a person typed them; the screen shows the age of typed credentials only */
export async function saveSecrets(
  db: Db,
  companyId: string,
  name: Name,
  secrets: SealedSecret[],
  areTyped: boolean,
): Promise<void> {
  await sql`select app.save_integration_secrets(${companyId}, ${name}, ${JSON.stringify(secrets)}::jsonb, ${areTyped})`.execute(
    db,
  )
}

/** @param fields null: all of them */
export async function dropSecrets(db: Db, companyId: string, name: Name, fields: string[] | null): Promise<void> {
  await sql`select app.drop_integration_secrets(${companyId}, ${name}, ${fields}::text[])`.execute(db)
}

const SecretRow = z.object({ field: z.string(), sealed: z.string(), expiresAt: z.string().nullable() })
export type SecretRow = z.infer<typeof SecretRow>

/** The sealed credentials, for a call. */
export const openSecrets = (db: Db, companyId: string, name: Name): Promise<SecretRow[]> =>
  rowsOf(db, SecretRow, sql`select field, sealed, expires_at from app.open_integration(${companyId}, ${name})`)

/** Whether this transaction now holds the tokens; false while another one does. */
export const lockTokens = (db: Db, companyId: string, name: Name): Promise<boolean> =>
  isTrue(db, sql`select app.lock_integration_tokens(${companyId}, ${name})`)

/** What a call found out about a connection. A property that is left out keeps its value. */
export type Marks = Partial<{
  status: Integration['status']
  needsReconnect: boolean
  accountId: string | null
  accountName: string | null
  missingScopes: string[]
  lastTestAt: string
  lastTestMessage: string | null
  lastSuccessAt: string | null
  lastError: string | null
  lastErrorAt: string | null
  credentialExpiresAt: string | null
  quota: string | null
}>

export async function markIntegration(db: Db, companyId: string, name: Name, marks: Marks): Promise<void> {
  const columns = Object.entries(marks).map(([key, value]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  const text = JSON.stringify(Object.fromEntries(columns))
  await sql`select app.mark_integration(${companyId}, ${name}, ${text}::jsonb)`.execute(db)
}

/** Deletes all data fetched from a service for a company. @param why a sync that is under way ends with these words */
export async function forgetData(db: Db, companyId: string, name: Name, why: string): Promise<void> {
  await sql`select app.forget_integration_data(${companyId}, ${name}, ${why})`.execute(db)
}

/** Ends a sync that waits or runs. Its job saves nothing more. @param why in words, for the card */
export async function stopSync(db: Db, companyId: string, name: Name, why: string): Promise<void> {
  await sql`select app.stop_sync(${companyId}, ${name}, ${why})`.execute(db)
}

/** What a button for the integration has to know. */
const columns = sql`c.integration_name, c.company_id, c.is_enabled, c.needs_reconnect,
    c.credentials_set_at is not null as credentials_saved, ${lastRun} as last_run, exists (
      select from integration_secrets s
      where s.company_id = c.company_id and s.integration_id = c.id and s.field = 'refresh_token') as is_consented`

const assigned = sql`select c.id, ${columns}, o.name as company_name, c.status, c.updated_at
  from integration_configs c join companies o on o.id = c.company_id`

export const listAssigned = (db: Db): Promise<AssignedIntegration[]> =>
  rowsOf(db, AssignedIntegration, sql`${assigned} order by c.integration_name, o.name, c.id`)

/** The connections of a company that are on and failed when they were used last. */
export const listFailedConnections = (db: Db, companyId: string): Promise<FailedConnection[]> =>
  rowsOf(
    db,
    FailedConnection,
    sql`select ${columns}, c.last_error as message, c.last_error_at as since from integration_configs c
    where c.company_id = ${companyId} and c.is_enabled and (c.needs_reconnect or c.status = 'error') order by c.integration_name`,
  )

/** Refuses what moveIntegration would refuse, with the reason. */
export async function expectMovable(db: Db, companyId: string, name: Name, to: string): Promise<void> {
  await sql`select app.expect_movable(${companyId}, ${name}, ${to})`.execute(db)
}

const Moved = z.object({ id: z.uuid(), companyName: z.string() })

/**
 * Moves an integration to another company. The database refuses a sold company, and one that has this integration already.
 * @param remains what is left at the service, in words, for the card
 * @returns its new row and owner; undefined when there is no such integration
 */
export const moveIntegration = (
  db: Db,
  companyId: string,
  name: Name,
  to: string,
  remains: string | null,
): Promise<z.infer<typeof Moved> | undefined> =>
  rowOf(
    db,
    Moved,
    sql`select id, company_name from app.move_integration(${companyId}, ${name}, ${to}, ${remains}, ${integrationLabels[name]})`,
  )

const ConsentRow = z.object({ companyId: z.uuid(), sealedVerifier: z.string(), redirectUri: z.string() })

type NewConsent = { hash: string; verifier: string; redirectUri: string }

export async function beginConsent(db: Db, companyId: string, name: Name, consent: NewConsent): Promise<void> {
  await sql`select app.begin_consent(${companyId}, ${name}, ${consent.hash}, ${consent.verifier}, ${consent.redirectUri})`.execute(
    db,
  )
}

/** The consent that this session began; undefined when there is none, when it is too old, or when it was used before. */
export const takeConsent = (db: Db, name: Name, hash: string): Promise<z.infer<typeof ConsentRow> | undefined> =>
  rowOf(db, ConsentRow, sql`select company_id, sealed_verifier, redirect_uri from app.take_consent(${name}, ${hash})`)

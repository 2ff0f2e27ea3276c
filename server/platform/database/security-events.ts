import type { SecurityEventKind } from 'contract/security-event-kinds.ts'
import { sql } from 'kysely'
import type { Db } from './handle.ts'

/** @param detail names and ids, never a secret @param address of the caller; null for a command */
export const recordSecurityEvent = (db: Db, kind: SecurityEventKind, detail: object, address: string | null) =>
  sql`select app.record_security_event(${kind}, ${JSON.stringify(detail)}::jsonb, ${address})`.execute(db)

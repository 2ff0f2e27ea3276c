import { AssistantState } from 'contract/assistant/assistant.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf } from '../platform/database/rows.ts'

export const getState = (db: Db, companyId: string): Promise<AssistantState> =>
  onlyRowOf(
    db,
    AssistantState,
    sql`select is_ready, name, calls, monthly_limit, tokens, month from app.assistant_state(${companyId})`,
  )

const Begun = z.object({
  integrationId: z.uuid(),
  config: z.record(z.string(), z.string()),
  sealed: z.string(),
  month: z.string(),
})

/** Counts a call, and returns the sealed key for it. The database refuses when the assistant is off, or the month is used up. */
export const beginAssistance = (db: Db, companyId: string): Promise<z.infer<typeof Begun>> =>
  onlyRowOf(db, Begun, sql`select integration_id, config, sealed, month from app.begin_assistance(${companyId})`)

/** `isCounted` false: the service used no tokens. `failure`: of the connection, as text. */
type End = { tokens: number; isCounted: boolean; failure: string | null; isKeyBad: boolean }

export async function endAssistance(db: Db, companyId: string, month: string, end: End): Promise<void> {
  await sql`select app.end_assistance(${companyId}, ${month}::date, ${end.tokens}, ${end.isCounted}, ${end.failure}, ${end.isKeyBad})`.execute(
    db,
  )
}

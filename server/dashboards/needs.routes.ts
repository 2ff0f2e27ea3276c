import { type Need, Needs } from 'contract/dashboards/needs.ts'
import type { AccessRequest } from 'contract/identity/access-requests.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { listWaitingRequests } from '../identity/public.ts'
import { listFailedConnections } from '../integrations/public.ts'
import { listShortParts } from '../inventory/public.ts'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf } from '../platform/database/rows.ts'
import { api } from '../platform/http/api.ts'
import { listPressingTasks } from '../tasks/public.ts'
import { listLongEntries, listWaitingProposals } from '../time-clock/public.ts'
import { rankNeeds } from './needs.rules.ts'

const { needs } = api

/** The most rows of each kind that are read, and the most of all kinds in an answer. */
const limit = 50

/** Anybody with a Google account may ask for access: many such requests must not push out what blocks. */
const asking = 10

export const needsRoutes = needs.router({
  list: needs.list.handler(async ({ input: { companyId }, context, errors }) => {
    const [clock, items] = await context.read((db) => Promise.all([getClock(db, companyId), listNeeds(db, companyId)]))
    if (!clock) throw errors.NOT_FOUND()
    return { ...clock, items: rankNeeds(items.items).slice(0, limit), total: items.total }
  }),
})

/** The fence decides on each kind: a person who may not read it gets none. */
async function listNeeds(db: Db, companyId: string): Promise<{ items: Need[]; total: number }> {
  const [tasks, parts, entries, proposals, connections, access] = await Promise.all([
    listPressingTasks(db, companyId, limit),
    listShortParts(db, companyId, limit),
    listLongEntries(db, companyId, limit),
    listWaitingProposals(db, companyId, limit),
    listFailedConnections(db, companyId),
    listAsking(db, companyId),
  ])
  const items: Need[] = [
    ...tasks.items.map((about) => ({ kind: 'task' as const, about })),
    ...parts.map((about) => ({ kind: 'part' as const, about })),
    ...entries.map((about) => ({ kind: 'clock' as const, about })),
    ...proposals.items.map((about) => ({ kind: 'proposal' as const, about })),
    ...connections.map((about) => ({ kind: 'connection' as const, about })),
    ...access.items.map((about) => ({ kind: 'access' as const, about })),
  ]
  const unread = [tasks, proposals, access].reduce((sum, { items: read, total }) => sum + total - read.length, 0)
  return { items, total: items.length + unread }
}

/** All on the dashboard of the firm, on others those for that company; for people who may answer: the oldest first. */
async function listAsking(db: Db, companyId: string): Promise<{ items: AccessRequest[]; total: number }> {
  return listWaitingRequests(db, asking, (await isFirm(db, companyId)) ? undefined : companyId)
}

/** Whether it is the company of the firm, whose operators answer requests for access. */
const isFirm = (db: Db, companyId: string): Promise<boolean> =>
  isTrue(db, sql`select is_sbr from companies where id = ${companyId}`)

const Clock = Needs.pick({ now: true, timeZone: true })

const getClock = (db: Db, companyId: string): Promise<z.infer<typeof Clock> | undefined> =>
  rowOf(db, Clock, sql`select now() as now, time_zone from companies where id = ${companyId}`)

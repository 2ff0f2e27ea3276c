import { ORPCError } from '@orpc/server'
import { previewHeader } from 'contract/activity/preview-header.ts'
import { sharedErrors } from 'contract/errors.ts'
import type { RouteMeta } from 'contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Identity } from '../database/caller.ts'
import type { Db } from '../database/handle.ts'

type Answer = { status: number; body: unknown }
type Change = (db: Db, identity: Identity) => Promise<Answer>

/** Takes back the transaction of a change that was only tried. */
class TakenBack extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('This change was only tried')
    this.answer = answer
  }
}

type Asked = { meta: RouteMeta; isTenant: boolean; isWrite: boolean }

/** Whether a change of a company can be taken back as a whole: it asks no outside service, and reads and writes no file. */
export const hasPreview = ({ meta, isTenant, isWrite }: Asked): boolean =>
  isWrite && isTenant && !meta.body && !meta.asksOutside && !meta.copies && meta.answer === undefined

/**
 * Whether a request only asks what it would change.
 * @throws 400 when the change has no preview, or the header says anything but 1
 */
export function isPreview(request: FastifyRequest, route: Asked): boolean {
  const value = request.headers[previewHeader]
  if (value === undefined || !route.isWrite) return false
  if (value !== '1')
    throw new ORPCError('BAD_REQUEST', {
      ...sharedErrors.BAD_REQUEST,
      data: { issues: [{ field: 'X-Preview', message: 'X-Preview must be 1' }] },
    })
  if (hasPreview(route)) return true
  throw new ORPCError('BAD_REQUEST', { status: 400, message: 'This change has no preview' })
}

/** Makes a change, adds what it has changed to its answer, and takes it back. @param changesOf the entries of the log that the transaction has added */
export async function previewOf(
  transact: (work: Change) => Promise<Answer>,
  change: Change,
  changesOf: (db: Db) => Promise<object>,
): Promise<Answer> {
  try {
    return await transact(async (db, identity) => {
      const { body } = await change(db, identity)
      await sql`set constraints all immediate`.execute(db)
      const preview = await changesOf(db)
      throw new TakenBack({ status: 200, body: { answer: body ?? null, ...(body as object | undefined), ...preview } })
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.answer
    throw error
  }
}

/** A place in the feed: behind a row of the log, in a change set of a transaction. */
export type FeedPlace = { transactionId: number; changeSetId: string; logId: string }

/** Before the first change set of a transaction. */
export const beforeTransaction = (transactionId: number): FeedPlace => ({
  transactionId,
  ...{ changeSetId: '00000000-0000-0000-0000-000000000000', logId: '0' },
})

/** Behind all rows of a change set: the largest bigint. */
export const lastLogId = '9223372036854775807'

/**
 * A place as a text for programs, who do not look into it.
 * @param owner the company and the database in which it means something, see app.feed_origin
 */
export const cursorOf = (owner: string, { transactionId, changeSetId, logId }: FeedPlace): string =>
  Buffer.from(`1 ${owner} ${transactionId} ${changeSetId} ${logId}`).toString('base64url')

const written = /^1 ([\w-]+ \w+) (\d{1,15}) ([0-9a-f-]{36}) (\d{1,19})$/

/** @returns undefined for a text that is no cursor */
export function placeOf(cursor: string): { owner: string; place: FeedPlace } | undefined {
  const [, owner, transactionId, changeSetId, logId] =
    written.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!owner || !transactionId || !changeSetId || !logId || BigInt(logId) > BigInt(lastLogId)) return undefined
  return { owner, place: { transactionId: Number(transactionId), changeSetId, logId } }
}

import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A block of the sealed activity log, as JSON of its row (database/migrations/0380_log_blocks.sql explains the columns). */
export const LogBlock = z.object({
  ...{ company_id: z.uuid(), number: z.int(), sealed_at: z.string() },
  ...{ set_ids: z.array(z.uuid()), set_digests: z.array(z.string()), set_entries: z.array(z.int()) },
  ...{ is_continued: z.boolean(), database: z.string(), at_transaction: z.int(), at_set: z.uuid() },
  ...{ digest: z.string(), key_id: z.string(), signature: z.string() },
})
export type LogBlock = z.infer<typeof LogBlock>

/** The signatures of blocks are not valid for anything else. */
export const purposeOfSeals = 'blocks of the activity log'

/** The digest of a block and, by the digest of the block before it, of all earlier ones. @param before null for the first */
export const digestOf = (block: Omit<LogBlock, 'digest' | 'key_id' | 'signature'>, before: string | null): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[before, block.company_id, block.number, Date.parse(block.sealed_at)],
        ...[block.set_ids, block.set_digests, block.set_entries],
        ...[block.is_continued, block.database, block.at_transaction, block.at_set],
      ]),
    )
    .digest('base64')

import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { api } from '../../platform/api.ts'
import { expectManyRows } from '../import/classify.ts'
import { type ExportSection, sectionsOf } from './exports.queries.ts'
import { chunksOf } from './exports.stream.ts'

const { exports } = api

export const exportsRoutes = exports.router({
  download: exports.download.handler(({ input: { companyId, file, format }, context }) => {
    const sections = sectionsOf(companyId, file, format)
    if (sections.length === 0) {
      const issues = [
        { field: 'format', message: 'Only inventory.csv and products.csv exist in the format of Shopify' },
      ]
      throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues } })
    }
    return context.inBulk(async (db, _identity, client) => {
      await expectManyRows(db)
      await sendSections(context.reply, file, client, sections)
    })
  }),
})

/** Answers row by row: memory stays flat, however long the file. Returns when the last byte is out, or nobody listens. */
async function sendSections(reply: FastifyReply, fileName: string, client: pg.PoolClient, sections: ExportSection[]) {
  const chunks = chunksOf(client, sections)
  try {
    // The first chunk is awaited: what fails before it is still answered as an error.
    const first = await chunks.next()
    const body = Readable.from(startingWith(first.value ?? Buffer.alloc(0), chunks), { objectMode: false })
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(body)
    // A later failure, or a client that went away, has ended the answer already; Fastify logs it.
    await finished(body).catch(() => undefined)
  } finally {
    await chunks.return(undefined)
  }
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer, undefined>) {
  yield first
  yield* rest
}

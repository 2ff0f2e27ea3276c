import { can } from 'contract/permissions.ts'
import { dataExportFile } from 'contract/settings/data-exports.ts'
import { eachRow } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'
import { expectReader } from '../platform/http/connections/disconnect.ts'
import { longFileRows } from '../platform/http/long-jobs.ts'
import { companySeals } from '../platform/secrets/company-key.ts'
import { type ComparableSeals, openFields } from '../platform/secrets/comparable-seals.ts'
import { countRecords, type ExportedList, exportedLists } from './data-exports.queries.ts'

const { dataExports } = api

export const dataExportsRoutes = dataExports.router({
  download: dataExports.download.handler(async ({ input: { companyId, data }, context }) => {
    const written = await context.bulk(async (db, { role }) => {
      const lists = exportedLists(data, companyId, can(role, 'vendor.readPrivate'))
      const total = await countRecords(db, companyId, lists)
      if (total > longFileRows) context.takesLong()
      const seals = await companySeals(db, context.keyring, companyId)
      const report = (done: number) => void context.report(done / total)
      return context.spool(joined(jsonOf(db, companyId, lists, { seals, report })))
    })
    expectReader(context.reply)
    context.reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${dataExportFile(data)}"`)
      .send(written.send())
  }),
})

/** The text of a file, record by record: {"companyId": …, "exportedAt": …, "parts": […], …}. */
async function* jsonOf(
  db: Db,
  companyId: string,
  lists: ExportedList[],
  { seals, report }: { seals: ComparableSeals; report: (done: number) => void },
): AsyncGenerator<string> {
  let done = 0
  yield `{"companyId":${JSON.stringify(companyId)},"exportedAt":${JSON.stringify(new Date().toISOString())}`
  for (const { name, shape, query, sealed } of lists) {
    yield `,\n${JSON.stringify(name)}:[`
    let separator = '\n'
    for await (const row of eachRow(db, shape, query)) {
      yield separator + JSON.stringify(sealed ? openFields(seals, sealed, row) : row)
      separator = ',\n'
      report(++done)
    }
    yield ']'
  }
  yield '}\n'
}

const pieceLength = 64 * 1024

/** The same text in larger pieces: each of them is written to the disk by itself. */
async function* joined(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const part of parts) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

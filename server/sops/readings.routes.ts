import { readStateLabels, type SopOverviewItem } from 'contract/sops/readings.ts'
import { api } from '../platform/http/api.ts'
import { csvOf, sendSpooled } from '../platform/spreadsheet/send-csv.ts'
import { insertReading, overviewOf, peopleOf, readingCounts } from './readings.queries.ts'
import { getSop } from './sops.queries.ts'

const { sopReadings } = api

export const sopReadingsRoutes = sopReadings.router({
  acknowledge: sopReadings.acknowledge.handler(({ input: { companyId, id, version }, context, errors }) =>
    context.write(async (db) => {
      const sop = await getSop(db, companyId, id)
      if (sop?.status !== 'published' || sop.publishedVersion === null) throw errors.NOT_FOUND()
      if (sop.publishedVersion !== version) {
        throw errors.CONFLICT({ data: { reason: 'version', publishedVersion: sop.publishedVersion } })
      }
      const read = await insertReading(db, companyId, id, version)
      if (!read) throw errors.NOT_FOUND()
      return read
    }),
  ),

  overview: sopReadings.overview.handler(({ input, context }) =>
    context.read(async (db) => {
      const people = await peopleOf(db, input.companyId)
      return { ...(await overviewOf(db, input, people)), people }
    }),
  ),

  download: sopReadings.download.handler(async ({ input: { companyId }, context }) => {
    const written = await context.bulk(async (db) => {
      const people = await peopleOf(db, companyId)
      const { items } = await overviewOf(
        db,
        { companyId, sort: 'title', order: 'asc', page: 1, pageSize: 5_000 },
        people,
      )
      return context.spool(csvOf(rowsOf(items, people)))
    })
    sendSpooled(context.reply, written, 'sop-readings.csv')
  }),

  counts: sopReadings.counts.handler(async ({ input: { companyId, id }, context, errors }) => {
    const [sop, items] = await context.read((db) => Promise.all([getSop(db, companyId, id), readingCounts(db, id)]))
    if (!sop) throw errors.NOT_FOUND()
    return { items }
  }),
})

/** A row for each person and SOP, after the headings. */
function rowsOf(items: SopOverviewItem[], people: { id: string; name: string | null }[]): string[][] {
  const rows = items.flatMap((sop) =>
    sop.standings.map(({ state, version, readAt }, index) => [
      people[index]?.name ?? '',
      sop.title,
      String(sop.publishedVersion),
      readStateLabels[state],
      version === null ? '' : String(version),
      readAt ?? '',
    ]),
  )
  return [['Person', 'SOP', 'Published Version', 'State', 'Version Read', 'Read At'], ...rows]
}

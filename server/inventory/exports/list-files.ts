import type { Catalogue } from 'contract/catalogue.ts'
import type { ListFileQuery } from 'contract/list-files.ts'
import type { z } from 'zod'
import { eachListed, type Filters, type ListQuery, type ListSource } from '../../platform/database/list-page.ts'
import type { RequestContext } from '../../platform/http/api.ts'
import { sendList } from '../../platform/spreadsheet/send-list.ts'

type Listed<Row extends z.ZodObject> = {
  query: ListQuery & ListFileQuery
  filters: Filters
  /** values that the list shows, but that are no field of a row */
  shown?: Record<string, (row: z.infer<Row>) => unknown>
}

/** Answers with all rows of a list as a file, in the search, filters, order and columns of the screen. */
export function sendListFile<Row extends z.ZodObject>(
  context: RequestContext,
  { table, fields }: Catalogue,
  source: ListSource<Row>,
  { query: { columns, format, ...query }, filters, shown }: Listed<Row>,
) {
  return sendList<z.infer<Row>>(context, {
    ...{ name: table, companyId: query.companyId, format, columns, all: fields, shown },
    rows: (db) => eachListed(db, source, query, filters),
  })
}

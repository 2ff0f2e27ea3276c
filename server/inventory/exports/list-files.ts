import type { Catalogue, Field, FieldKind } from 'contract/catalogue.ts'
import type { FileColumn, ListFileQuery } from 'contract/list-files.ts'
import type { z } from 'zod'
import { eachListed, type Filters, type ListQuery, type ListSource } from '../../platform/database/list-page.ts'
import type { RequestContext } from '../../platform/http/api.ts'
import { sendList } from '../../platform/spreadsheet/send-list.ts'

const kinds: Partial<Record<FieldKind, FileColumn['kind']>> = { money: 'amount', quantity: 'count', time: 'day' }

type Listed<Row extends z.ZodObject> = {
  query: ListQuery & ListFileQuery
  filters: Filters
  /** values that the list shows, but no field of a row holds */
  shown?: Record<string, (row: z.infer<Row>) => unknown>
}

/** Answers with all rows of a list as a file: what search and filters find, in the order and with the columns of the screen. */
export function sendListFile<Row extends z.ZodObject>(
  context: RequestContext,
  { table, fields }: Catalogue,
  source: ListSource<Row>,
  { query: { columns, format, ...query }, filters, shown = {} }: Listed<Row>,
) {
  const usual = Object.keys(fields).filter((name) => fields[name]?.list === 'shown')
  return sendList<z.infer<Row>>(context, {
    ...{ name: table, companyId: query.companyId, format, columns: columns ?? usual.join(',') },
    all: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, columnOf(field)])),
    shown: { ...choicesOf(fields), ...shown },
    rows: (db) => eachListed(db, source, query, filters),
  })
}

const columnOf = ({ label, kind }: Field): FileColumn => ({ title: label, kind: kinds[kind] ?? 'text' })

/** Choices are shown by their labels. */
const choicesOf = (fields: Catalogue['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { choices }]) => {
      const label = (row: Record<string, unknown>) =>
        row[name] == null ? null : (choices?.[String(row[name])] ?? row[name])
      return choices ? [[name, label]] : []
    }),
  )

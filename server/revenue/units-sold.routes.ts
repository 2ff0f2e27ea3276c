import { type SoldItem, soldFields, soldTypeLabels } from 'contract/revenue/units-sold.ts'
import { api } from '../platform/http/api.ts'
import { sendList } from '../platform/spreadsheet/send-list.ts'
import { eachSold, listSold } from './units-sold.queries.ts'

const { unitsSold } = api

export const unitsSoldRoutes = unitsSold.router({
  list: unitsSold.list.handler(({ input, context }) => context.read((db) => listSold(db, input))),

  file: unitsSold.file.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<SoldItem>(context, {
      ...{ name: 'units-sold', companyId: query.companyId, format, columns, all: soldFields },
      shown: { type: ({ type }) => soldTypeLabels[type] },
      rows: (db) => eachSold(db, query),
    }),
  ),
})

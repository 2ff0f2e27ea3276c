import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { api } from '../../platform/http/api.ts'
import { companySeals } from '../../platform/secrets/company-key.ts'
import { sendSpooled } from '../../platform/spreadsheet/send-csv.ts'
import { expectManyRows } from '../imports/compared/classify.ts'
import { sectionsOf } from './exports.queries.ts'
import { chunksOf } from './exports.stream.ts'
import { fileTraits, isLongFile } from './file-traits.queries.ts'
import { newMark, openedCells } from './opened-cells.ts'

const { exports } = api

export const exportsRoutes = exports.router({
  download: exports.download.handler(async ({ input: { companyId, file, format }, context }) => {
    const mark = newMark()
    if (sectionsOf(companyId, file, format, { mark, hasUnits: false, hasLots: false, hasPlaces: false }).length === 0) {
      const issues = [
        { field: 'format', message: 'Only inventory.csv and products.csv exist in the format of Shopify' },
      ]
      throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues } })
    }
    const written = await context.bulk(async (db, _identity, client) => {
      if (await isLongFile(db, companyId)) context.takesLong()
      await expectManyRows(db)
      const sections = sectionsOf(companyId, file, format, { mark, ...(await fileTraits(db, companyId)) })
      const seals = await companySeals(db, context.keyring, companyId)
      const chunks = chunksOf(db, client, sections, context)
      return context.spool(openedCells(chunks, seals, mark))
    })
    sendSpooled(context.reply, written, file)
  }),
})

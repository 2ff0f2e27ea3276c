import { maxBomRows, maxUses } from 'contract/inventory/bom-analysis.ts'
import { withPictures } from '../../files/public.ts'
import { api } from '../../platform/http/api.ts'
import { csvOf, sendSpooled } from '../../platform/spreadsheet/send-csv.ts'
import { fileNameOf, maxFileRows, partsFile, treeFile } from './bom-files.ts'
import { eachNeededPart, listNeededParts } from './needed-parts.queries.ts'
import { eachTreeRow, getRoot, listTree } from './tree.queries.ts'
import { itemExists, listUses } from './where-used.queries.ts'

const { bom } = api

export const bomRoutes = bom.router({
  tree: bom.tree.handler(async ({ input: { companyId, id }, context, errors }) => {
    const [root, { rows, rolledUpCost, partsWithoutCost }, shown] = await context.read(async (db) => {
      const [root, tree] = await Promise.all([getRoot(db, companyId, id), listTree(db, companyId, id, maxBomRows + 1)])
      return [root, tree, await withPictures(db, companyId, tree.rows.slice(0, maxBomRows))] as const
    })
    if (!root) throw errors.NOT_FOUND()
    const cost = rolledUpCost ?? root.cost ?? 0
    return { ...root, rolledUpCost: cost, partsWithoutCost, rows: shown, isCut: rows.length > maxBomRows }
  }),

  parts: bom.parts.handler(async ({ input: { companyId, id, target }, context, errors }) => {
    const [root, parts] = await context.read((db) =>
      Promise.all([getRoot(db, companyId, id), listNeededParts(db, companyId, id, target, maxBomRows)]),
    )
    if (!root) throw errors.NOT_FOUND()
    return { target, ...parts }
  }),

  treeCsv: bom.treeCsv.handler(async ({ input: { companyId, id }, context, errors }) => {
    const [root, file] = await context.bulk(async (db) => {
      const root = await getRoot(db, companyId, id)
      if (!root) throw errors.NOT_FOUND()
      return [root, await context.spool(csvOf(treeFile(eachTreeRow(db, companyId, id, maxFileRows + 1))))] as const
    })
    sendSpooled(context.reply, file, fileNameOf(root.number, 'tree'))
  }),

  partsCsv: bom.partsCsv.handler(async ({ input: { companyId, id, target }, context, errors }) => {
    const [root, file] = await context.bulk(async (db) => {
      const root = await getRoot(db, companyId, id)
      if (!root) throw errors.NOT_FOUND()
      const parts = eachNeededPart(db, companyId, id, target, maxFileRows)
      return [root, await context.spool(csvOf(partsFile(parts)))] as const
    })
    sendSpooled(context.reply, file, fileNameOf(root.number, 'parts'))
  }),

  whereUsed: bom.whereUsed.handler(async ({ input: { companyId, id }, context, errors }) => {
    // What is used exists.
    const uses = await context.read(async (db) => {
      const found = await listUses(db, companyId, id, maxUses)
      return found.total > 0 || (await itemExists(db, companyId, id)) ? found : undefined
    })
    if (!uses) throw errors.NOT_FOUND()
    return uses
  }),
})

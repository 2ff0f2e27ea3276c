import { sopFields } from 'contract/sops/sop-fields.ts'
import {
  canWriteSop,
  type SopFields,
  type SopItem,
  sopStageLabels,
  sopStatusLabels,
  sopTypeLabels,
  sopVisibilityLabels,
  untitled,
  visibilitiesFor,
} from 'contract/sops/sops.ts'
import { inUse, staleSave, undoableBy } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { sendList } from '../platform/spreadsheet/send-list.ts'
import {
  deleteSop,
  eachSop,
  getSop,
  insertSop,
  listSops,
  listUses,
  neighboursOf,
  updateSop,
  usesOfSop,
} from './sops.queries.ts'
import { tellOfVersion } from './versions.queries.ts'

const { sops } = api

export const sopsRoutes = sops.router({
  list: sops.list.handler(({ input: { visibility, type, stage, status, isLinkable, isUnread, ...query }, context }) =>
    context.read((db) => listSops(db, query, { visibility, type, stage, status, isLinkable, isUnread })),
  ),

  listFile: sops.listFile.handler(({ input, context }) => {
    const { visibility, type, stage, status, isLinkable, isUnread, format, columns, ...query } = input
    return sendList<SopItem>(context, {
      ...{ name: 'sops', companyId: query.companyId, format, columns, all: sopFields },
      shown: {
        type: (sop) => sopTypeLabels[sop.type],
        stage: (sop) => sopStageLabels[sop.stage],
        visibility: (sop) => sopVisibilityLabels[sop.visibility],
        status: (sop) => sopStatusLabels[sop.status],
        files: ({ fileCount }) => fileCount,
      },
      rows: (db) => eachSop(db, query, { visibility, type, stage, status, isLinkable, isUnread }),
    })
  }),

  get: sops.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const sop = await context.read((db) => getSop(db, companyId, id))
    if (!sop) throw errors.NOT_FOUND()
    return sop
  }),

  uses: sops.uses.handler(async ({ input: { companyId, id }, context, errors }) => {
    const [sop, uses] = await context.read((db) =>
      Promise.all([getSop(db, companyId, id), listUses(db, companyId, id)]),
    )
    if (!sop) throw errors.NOT_FOUND()
    return uses
  }),

  neighbours: sops.neighbours.handler(async ({ input: { companyId, id }, context, errors }) => {
    const [sop, beside] = await context.read((db) =>
      Promise.all([getSop(db, companyId, id), neighboursOf(db, companyId, id)]),
    )
    if (!sop) throw errors.NOT_FOUND()
    return beside
  }),

  create: sops.create.handler(({ input: { companyId, changeNote, asksAgain, ...fields }, context, errors }) =>
    context.write(async (db, identity) => {
      if (!visibilitiesFor(identity.role).includes(fields.visibility ?? 'company')) throw errors.FORBIDDEN()
      await tellOfVersion(db, changeNote, asksAgain)
      const sop = await insertSop(db, companyId, { ...fields, ...draftIfEmpty(fields) })
      return { ...sop, changeSetId: await undoableBy(identity, db) }
    }),
  ),

  update: sops.update.handler(({ input: { companyId, id, changeNote, asksAgain, ...fields }, context, errors }) =>
    context.write(async (db, identity) => {
      const before = await getSop(db, companyId, id)
      if (!before) throw errors.NOT_FOUND()
      // The caller needs the right to the SOP as it is and as it becomes (security.md 2.2, row 27).
      const after = { ...before, visibility: fields.visibility ?? before.visibility }
      if (!canWriteSop(identity, before) || !canWriteSop(identity, after)) throw errors.FORBIDDEN()
      await tellOfVersion(db, changeNote, asksAgain)
      const draft = fields.status === 'published' ? draftIfEmpty({ ...before, ...fields }) : {}
      const sop = await updateSop(db, companyId, id, { ...fields, ...draft }, context.expectedVersion)
      if (sop) return { ...sop, changeSetId: await undoableBy(identity, db) }
      const current = await getSop(db, companyId, id)
      throw current ? staleSave(current) : errors.NOT_FOUND()
    }),
  ),

  remove: sops.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db, identity) => {
      const sop = await getSop(db, companyId, id)
      if (!sop) throw errors.NOT_FOUND()
      if (!canWriteSop(identity, sop)) throw errors.FORBIDDEN()
      const { uses, count } = await usesOfSop(db, id)
      if (count > 0) throw inUse({ uses, count, used: [id] })
      if (!(await deleteSop(db, id))) throw errors.NOT_FOUND()
      return { count: 1, companyId: sop.companyId, changeSetId: await undoableBy(identity, db) }
    }),
  ),
})

/** A SOP without title and text stays a draft: there is nothing to read. */
const draftIfEmpty = ({
  title,
  content,
  description,
  videoUrl,
}: Partial<SopFields>): Partial<Pick<SopFields, 'status'>> => {
  const isNamed = title !== undefined && title !== untitled
  return isNamed || content || description || videoUrl ? {} : { status: 'draft' }
}

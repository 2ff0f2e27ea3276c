import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { sortKeysOf } from '../catalogue.ts'
import { attachedFiles } from '../files/files.ts'
import { BulkResult, flag, listQuery, pageOf, savedOf, wholeList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { can, type Role, reachOf } from '../permissions.ts'
import { route } from '../route.ts'
import { clean, cleanMarkdown, optionalText } from '../text.ts'
import { sopFields } from './sop-fields.ts'
import { SopReference } from './sop-reference.ts'
import { videoOf } from './video.ts'

export const sopVisibilities = ['company', 'sbr_public', 'sbr_only'] as const
export type SopVisibility = (typeof sopVisibilities)[number]
export const sopVisibilityLabels: Record<SopVisibility, string> = {
  company: 'Company SOP',
  sbr_public: 'SBR Public (Shared)',
  sbr_only: 'SBR Internal',
}

export const sopTypes = ['inventory', 'task', 'form', 'process', 'safety', 'other'] as const
export const sopTypeLabels: Record<(typeof sopTypes)[number], string> = {
  inventory: 'Inventory',
  task: 'Task',
  form: 'Form',
  process: 'Process',
  safety: 'Safety',
  other: 'Other',
}

export const sopStages = ['intake', 'turnaround', 'fulfillment', 'delivery', 'support', 'other'] as const
export const sopStageLabels: Record<(typeof sopStages)[number], string> = {
  intake: 'Intake',
  turnaround: 'Turnaround',
  fulfillment: 'Fulfillment',
  delivery: 'Delivery',
  support: 'Support',
  other: 'Other',
}

export const sopStatuses = ['published', 'draft'] as const
export const sopStatusLabels: Record<(typeof sopStatuses)[number], string> = { published: 'Published', draft: 'Draft' }

/** No field is required (product.md 5); a SOP without a title gets this one. */
export const untitled = 'Untitled SOP'

const Title = z
  .string()
  .max(800, 'Must be at most 200 characters')
  .overwrite((value) => clean(value) || untitled)
  .max(200, 'Must be at most 200 characters')

const VideoUrl = optionalText(500).refine((value) => value === null || videoOf(value) !== null, {
  error: 'Must be the address of a YouTube or Vimeo video, starting with https://',
})

/** `content` is Markdown. A video must be one that can be shown here: contract/sops/video.ts. */
export const SopFields = z.strictObject({
  title: Title,
  description: optionalText(2_000),
  visibility: z.enum(sopVisibilities),
  type: z.enum(sopTypes),
  stage: z.enum(sopStages),
  status: z.enum(sopStatuses),
  videoUrl: VideoUrl,
  /** the day on which somebody should check that it is still right */
  reviewOn: CalendarDay.nullable(),
  content: optionalText(100_000, cleanMarkdown),
})
export type SopFields = z.infer<typeof SopFields>

const { content: _content, ...itemFields } = SopFields.shape

/** Whether somebody has read the published version: `read`: as far as required; `again`: only an earlier version that no longer counts; `unread`: nothing. */
export const readStates = ['read', 'again', 'unread'] as const
export type ReadState = (typeof readStates)[number]

const commonFields = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...itemFields,
  createdBy: z.uuid().nullable(),
  createdByName: z.string().nullable(),
  /** the last version that was published; null when it never was */
  publishedVersion: z.int().nullable(),
  /** whether the caller has read it; null while it is a draft */
  reading: z.enum(readStates).nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** A SOP in a list. `companyId` is the SBR firm's unless the visibility is `company`. */
export const SopItem = commonFields.extend({
  fileCount: z.int(),
  /** the passage where the search found its words, each between \u0002 and \u0003; null without a search */
  snippet: z.string().nullable(),
})
export type SopItem = z.infer<typeof SopItem>

/** A SOP with its text and its files. */
export const Sop = commonFields.extend({ content: SopFields.shape.content, files: attachedFiles })
export type Sop = z.infer<typeof Sop>

/** A record that names a SOP. `number` is null for a task. */
export const SopUse = z.object({
  type: z.enum(['part', 'assembly', 'product', 'task']),
  id: z.uuid(),
  number: z.string().nullable(),
  name: z.string(),
})
export type SopUse = z.infer<typeof SopUse>

/** The visibilities that a person may give to a SOP (product.md 6). */
export const visibilitiesFor = (role: Role | null): SopVisibility[] =>
  sopVisibilities.filter((visibility) => visibility === 'company' || can(role, 'sop.share'))

/** Whether a person may change or delete a SOP that they can read (security.md 2.2, row 27). */
export function canWriteSop(
  { role, userId }: { role: Role | null; userId: string | null },
  sop: Pick<SopItem, 'visibility' | 'createdBy'>,
): boolean {
  if (!visibilitiesFor(role).includes(sop.visibility)) return false
  const reach = reachOf(role, 'sop.write')
  return reach === 'own' ? sop.createdBy === userId : reach !== 'none'
}

export const sopFilters = {
  visibility: z.enum(sopVisibilities).optional(),
  type: z.enum(sopTypes).optional(),
  stage: z.enum(sopStages).optional(),
  status: z.enum(sopStatuses).optional(),
  /** Only SOPs that a part or product of the company may link to: published, and its own or shared by SBR. */
  isLinkable: flag(),
  /** Published SOPs that the caller has not read, or has to read again: those that the list marks. */
  isUnread: flag(),
}

/** Newest first (product.md 7). With `rank` the best hits of a search come first. */
const SopQuery = listQuery([...sortKeysOf({ fields: sopFields, sortedBy: 'createdAt' }), 'rank'], sopFilters).extend({
  order: z.enum(['asc', 'desc']).default('desc'),
})

/**
 * What a form for a SOP asks; the last two are about the version that its save publishes. `asksAgain`: people who
 * read an earlier version have to read this one too.
 */
export const PublishedSop = SopFields.extend({ changeNote: optionalText(500), asksAgain: z.boolean() })
export type PublishedSop = z.infer<typeof PublishedSop>

const publishing = {
  changeNote: PublishedSop.shape.changeNote.optional(),
  asksAgain: PublishedSop.shape.asksAgain.optional(),
}

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That SOP no longer exists' } }
const clash = { CONFLICT: { status: 409, data: z.unknown() } }
const refused = { FORBIDDEN: { status: 403, message: 'You do not have permission to modify SOPs' } }

export const sopsContract = {
  list: route
    .meta({ needs: 'sop.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sops',
      summary: 'List SOPs: of the company, and of SBR as far as the caller may read them',
    })
    .input(SopQuery.extend(wholeList))
    .output(pageOf(SopItem)),
  listFile: listFileRoute({ name: 'sops', needs: 'sop.read', query: SopQuery, fields: sopFields }),
  get: route
    .meta({ needs: 'sop.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/sops/{id}', summary: 'One SOP' })
    .input(z.strictObject(one))
    .output(Sop)
    .errors(gone),
  uses: route
    .meta({ needs: 'sop.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sops/{id}/uses',
      summary: 'The items and tasks of the company that name a SOP, as far as the caller may read them',
    })
    .input(z.strictObject(one))
    .output(z.object({ items: z.array(SopUse), total: z.int() }))
    .errors(gone),
  neighbours: route
    .meta({ needs: 'sop.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sops/{id}/neighbours',
      summary: 'The published SOPs before and after one, by title, among those of its visibility',
    })
    .input(z.strictObject(one))
    .output(z.object({ previous: SopReference, next: SopReference }))
    .errors(gone),
  create: route
    .meta({ needs: 'sop.create', refusal: 'create SOPs' })
    .route({ method: 'POST', path: '/companies/{companyId}/sops', summary: 'Add a SOP', successStatus: 201 })
    .input(SopFields.partial().extend({ companyId: z.uuid(), ...publishing }))
    .output(savedOf(Sop))
    .errors({ FORBIDDEN: { status: 403, message: 'You do not have permission to create SOPs of SBR' } }),
  update: route
    .meta({ needs: 'sop.write', refusal: 'modify SOPs', versioned: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/sops/{id}',
      summary: 'Change a SOP; a SOP of SBR lies with the SBR firm, whatever the company of the path',
    })
    .input(SopFields.partial().extend({ ...one, ...publishing }))
    .output(savedOf(Sop))
    .errors({ ...gone, ...clash, ...refused }),
  remove: route
    .meta({ needs: 'sop.write', refusal: 'delete SOPs' })
    .route({ method: 'DELETE', path: '/companies/{companyId}/sops/{id}', summary: 'Delete a SOP' })
    .input(z.strictObject(one))
    .output(BulkResult.extend({ companyId: z.uuid() }))
    .errors({
      ...gone,
      ...clash,
      FORBIDDEN: { status: 403, message: 'You do not have permission to delete SOPs' },
    }),
}

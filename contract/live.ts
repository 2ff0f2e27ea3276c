import { z } from 'zod'
import type { contract } from './index.ts'
import type { Action } from './permissions.ts'

type Noun = keyof typeof contract

/** `needs`: the right to hear that something of the kind has changed. `shows`: what of the contract shows it, and is asked again. */
type Kind = { needs: Action; shows: readonly Noun[] }

/** What every screen about records shows of a change. */
const traces = ['activity', 'deleted', 'dashboard', 'figures', 'needs'] as const
const inventory = ['inventory', 'bom', 'components', 'storeProducts', 'unitsSold', ...traces] as const

/**
 * The kinds of changes that open screens hear of: the words of the activity log, and those of app.announced_table
 * (database/routines/82-live.sql). Nobody is told of a kind that is missing here.
 */
export const liveKinds = {
  part: {
    needs: 'inventory.read',
    shows: ['parts', 'stock', 'movements', 'stockValue', 'assemblies', 'products', ...inventory],
  },
  assembly: { needs: 'inventory.read', shows: ['assemblies', 'products', ...inventory] },
  product: { needs: 'inventory.read', shows: ['products', 'assemblies', ...inventory] },
  bom_line: { needs: 'inventory.read', shows: ['assemblies', 'products', ...inventory] },
  vendor: { needs: 'inventory.read', shows: ['vendors', 'parts', 'assemblies', ...inventory] },
  vendor_private: { needs: 'vendor.readPrivate', shows: ['vendors'] },
  file: { needs: 'file.read', shows: ['files', 'activity', 'deleted'] },
  sop: {
    needs: 'sop.read',
    shows: ['sops', 'sopVersions', 'sopReadings', 'sopRuns', 'parts', 'assemblies', 'products', ...traces],
  },
  sop_reading: { needs: 'sop.read', shows: ['sops', 'sopReadings', 'dashboard'] },
  sop_run: { needs: 'sop.run', shows: ['sopRuns', 'sops', 'dashboard'] },
  task: { needs: 'task.read', shows: ['tasks', 'taskTemplates', ...traces] },
  task_report: { needs: 'task.read', shows: ['tasks', 'taskReports', ...traces] },
  task_item: { needs: 'task.read', shows: ['tasks', 'taskItems', 'activity'] },
  task_template: { needs: 'task.create', shows: ['taskTemplates', 'activity', 'deleted'] },
  comment: { needs: 'activity.read', shows: ['comments', 'activity'] },
  time_entry: { needs: 'time.read', shows: ['timeEntries', 'timeSheets', ...traces] },
  time_proposal: { needs: 'time.read', shows: ['timeProposals', 'timeEntries', 'needs'] },
  time_lock: { needs: 'time.read', shows: ['timeLocks', 'timeSheets', 'timeEntries'] },
  notification: { needs: 'notification.read', shows: ['notifications'] },
  company: { needs: 'company.read', shows: ['companies', 'members', 'session', 'dashboard', 'figures'] },
  person: { needs: 'colleague.read', shows: ['members', 'people'] },
  access_request: { needs: 'person.read', shows: ['accessRequests', 'needs'] },
  integration: { needs: 'integration.read', shows: ['integrations', 'books', 'needs'] },
  sync_run: {
    needs: 'integration.read',
    shows: ['integrations', 'integrationCalls', 'revenue', 'storeProducts', 'unitsSold', 'needs'],
  },
  order: { needs: 'revenue.readTotals', shows: ['revenue', 'unitsSold', 'dashboard', 'figures'] },
  store_product: { needs: 'revenue.read', shows: ['storeProducts', 'revenue'] },
  parcel: { needs: 'revenue.read', shows: ['revenue'] },
  import: { needs: 'inventory.import', shows: ['imports'] },
  backup: { needs: 'backup.manage', shows: ['backups'] },
  figure: { needs: 'figures.read', shows: ['figures', 'dashboard'] },
  feedback: { needs: 'feedback.read', shows: ['feedback'] },
} as const satisfies Record<string, Kind>

export type LiveKind = keyof typeof liveKinds
export const liveKindNames = Object.keys(liveKinds) as [LiveKind, ...LiveKind[]]

/** The address of the stream. `?missedMs=`: for how long the screen has heard nothing; it is told what has changed since. */
export const livePath = '/api/live'

/** What the stream sends, as the data of an event of that name. Never content: the screens ask again, through the fence. */
export const LiveChange = z.object({ companyId: z.uuid(), kinds: z.array(z.enum(liveKindNames)) })
export type LiveChange = z.infer<typeof LiveChange>

/**
 * `changed`: {LiveChange[]}. `everything`: the server cannot tell what was missed, so all open lists are asked again. `access`: the rights of the
 * person may have changed. `beat`: all is told up to here; it comes every 20 seconds, so that both sides notice a broken connection. `ended`: the session is over, nobody should come back.
 */
export const liveEvents = ['changed', 'everything', 'access', 'beat', 'ended'] as const
export type LiveEventName = (typeof liveEvents)[number]

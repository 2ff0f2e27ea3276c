import { z } from 'zod'
import type { contract } from './index.ts'
import type { Action } from './permissions.ts'

type Noun = keyof typeof contract

/** `needs`: the right to hear that something of the kind has changed. `shows`: what of the contract shows it, and is asked again. */
type Kind = { needs: Action; shows: readonly Noun[] }

/** What every screen about records shows of a change. */
const traces = ['activity', 'changes', 'deleted', 'search', 'dashboard', 'figures', 'companies', 'needs'] as const
const inventory = ['inventory', 'bom', 'components', 'storeProducts', 'unitsSold', 'sops', 'tasks', ...traces] as const
/** Where a part, an assembly or a product is shown. */
const items = ['assemblies', 'products', ...inventory] as const

/**
 * The kinds of changes that open screens hear of: the words of the activity log, and those of app.announced_table
 * (database/routines/82-live.sql). Nobody is told of a kind that is missing here. The screen of the person who made the change asks for the
 * same, when the answer comes (web/shared/live/live-queries.ts).
 */
export const liveKinds = {
  part: { needs: 'inventory.read', shows: ['parts', 'vendors', 'stock', 'movements', 'stockValue', ...items] },
  assembly: { needs: 'inventory.read', shows: items },
  product: { needs: 'inventory.read', shows: ['revenue', ...items] },
  bom_line: { needs: 'inventory.read', shows: ['parts', ...items] },
  vendor: { needs: 'inventory.read', shows: ['vendors', 'parts', ...items] },
  vendor_private: { needs: 'vendor.readPrivate', shows: ['vendors', 'activity', 'changes'] },
  file: {
    needs: 'file.read',
    shows: [
      'files',
      'parts',
      'assemblies',
      'products',
      'vendors',
      'sops',
      'sopRuns',
      'tasks',
      'taskReports',
      ...traces,
    ],
  },
  sop: {
    needs: 'sop.read',
    shows: ['sops', 'sopVersions', 'sopReadings', 'sopRuns', 'tasks', 'parts', 'assemblies', 'products', ...traces],
  },
  sop_reading: { needs: 'sop.read', shows: ['sops', 'sopReadings', 'dashboard', 'needs'] },
  sop_run: { needs: 'sop.run', shows: ['sopRuns', 'sops', 'dashboard'] },
  task: { needs: 'task.read', shows: ['tasks', 'taskReports', 'taskItems', 'taskTemplates', 'sops', ...traces] },
  task_report: { needs: 'task.read', shows: ['tasks', 'taskReports', ...traces] },
  task_item: { needs: 'task.read', shows: ['tasks', 'taskItems', 'taskTemplates', ...traces] },
  task_template: { needs: 'task.create', shows: ['tasks', 'taskTemplates', ...traces] },
  comment: { needs: 'activity.read', shows: ['comments', 'tasks', ...traces] },
  time_entry: { needs: 'time.read', shows: ['timeEntries', 'timeSheets', 'timeProposals', ...traces] },
  time_proposal: { needs: 'time.read', shows: ['timeProposals', 'timeEntries', 'timeSheets', 'needs'] },
  time_lock: { needs: 'time.read', shows: ['timeLocks', 'timeSheets', 'timeEntries'] },
  agreed_hours: { needs: 'time.read', shows: ['agreedHours', 'timeSheets'] },
  notification: { needs: 'notification.read', shows: ['notifications'] },
  company: { needs: 'company.read', shows: ['members', 'people', 'session', 'integrations', ...traces] },
  // a role, or a name, which stands beside all that the person did
  person: {
    needs: 'colleague.read',
    shows: [
      ...['members', 'people', 'session', 'accessRequests', 'comments', 'files', 'movements', 'imports', 'backups'],
      ...['sops', 'sopVersions', 'sopReadings', 'sopRuns', 'tasks', 'taskReports', 'taskItems', 'taskTemplates'],
      ...['timeEntries', 'timeSheets', 'timeProposals', 'timeLocks', 'agreedHours', 'notifications', 'savedViews'],
      ...traces,
    ] as const,
  },
  access_request: { needs: 'person.read', shows: ['accessRequests', 'people', 'needs'] },
  integration: {
    needs: 'integration.read',
    shows: ['integrations', 'integrationCalls', 'books', 'revenue', 'assistant', ...traces],
  },
  sync_run: {
    needs: 'integration.read',
    shows: ['integrations', 'integrationCalls', 'revenue', 'storeProducts', 'unitsSold', 'tasks', 'needs'],
  },
  order: {
    needs: 'revenue.readTotals',
    shows: ['revenue', 'unitsSold', 'search', 'dashboard', 'figures', 'companies'],
  },
  store_product: { needs: 'revenue.read', shows: ['storeProducts', 'revenue'] },
  parcel: { needs: 'revenue.read', shows: ['revenue'] },
  import: { needs: 'inventory.import', shows: ['imports'] },
  backup: { needs: 'backup.manage', shows: ['backups', 'deleted'] },
  figure: { needs: 'figures.read', shows: ['figures', 'dashboard', 'companies'] },
  assistant: { needs: 'assistant.use', shows: ['assistant'] },
  feedback: { needs: 'feedback.read', shows: ['feedback'] },
} as const satisfies Record<string, Kind>

/**
 * Nouns with changes that are not announced, because only the person who makes them waits for them, and what shows them. Preferences are
 * missing: the screens show them before they are stored.
 */
export const ownNouns: { readonly [N in Noun]?: readonly Noun[] } = {
  tokens: ['tokens'],
  passwords: ['passwords'],
  session: ['session'],
  savedViews: ['savedViews'],
  integrations: ['integrations', 'integrationCalls'],
  deadLetters: ['deadLetters', 'system'],
}

export type LiveKind = keyof typeof liveKinds
export const liveKindNames = Object.keys(liveKinds) as [LiveKind, ...LiveKind[]]

/** The address of the stream. `?missedMs=`: for how long the screen has heard nothing; it is told what has changed since. */
export const livePath = '/api/live'

/** What the stream sends, as the data of an event of that name. Never content: the screens ask again, through the fence. */
export const LiveChange = z.object({
  companyId: z.uuid(),
  kinds: z.array(z.enum(liveKindNames)),
  // the request that alone made these changes: the screen that got its answer has asked already
  by: z.uuid().optional(),
})
export type LiveChange = z.infer<typeof LiveChange>

/** The header of the answer to a change: {Changed} as JSON, or `*` when anything may have changed. */
export const changedHeader = 'x-changed'
export const anyChange = '*'
export type Changed = { by: string; changes: LiveChange[] }

/**
 * `changed`: {LiveChange[]}. `everything`: the server cannot tell what was missed, so all open lists are asked again. `access`: the rights of the
 * person may have changed. `beat`: all is told up to here; it comes every 20 seconds, so that both sides notice a broken connection. `ended`: the session is over, nobody should come back.
 */
export const liveEvents = ['changed', 'everything', 'access', 'beat', 'ended'] as const
export type LiveEventName = (typeof liveEvents)[number]

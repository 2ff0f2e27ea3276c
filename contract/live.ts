import type { contract } from './index.ts'
import type { Action } from './permissions.ts'

type Noun = keyof typeof contract

/** What every screen about records shows of a change. */
const traces = ['activity', 'changes', 'deleted', 'search', 'dashboard', 'figures', 'companies', 'needs'] as const
const inventory = ['inventory', 'bom', 'components', 'storeProducts', 'unitsSold', 'sops', 'tasks', ...traces] as const
/** Where the stock of an item is shown. */
const held = ['stock', 'stockHistory', 'movements', 'stockValue'] as const
/** Where a part, an assembly or a product is shown. */
const items = ['assemblies', 'products', ...inventory] as const

/**
 * For each kind of change, the nouns of the contract whose answers show it: after such a change, open screens ask for them again. A kind is
 * named as in the activity log, or by app.announced_table (database/routines/82-live.sql). A change of a kind that is missing here refreshes no
 * screen. The screen that made the change uses the same table as soon as it has its answer (web/shared/live/live-queries.ts).
 */
const kinds = {
  part: ['parts', 'vendors', ...held, ...items],
  assembly: [...held, ...items],
  product: ['revenue', ...held, ...items],
  bom_line: ['parts', ...items],
  movement: ['stock', 'movements', 'locations'],
  location: ['locations', 'stock', 'movements', 'parts', ...items],
  vendor: ['vendors', 'parts', ...items],
  vendor_private: ['vendors', ...traces],
  file: ['files', 'parts', 'assemblies', 'products', 'vendors', 'sops', 'sopRuns', 'tasks', 'taskReports', ...traces],
  sop: ['sops', 'sopVersions', 'sopReadings', 'sopRuns', 'tasks', 'parts', 'assemblies', 'products', ...traces],
  sop_reading: ['sops', 'sopReadings', 'tasks', 'dashboard', 'needs'],
  sop_run: ['sopRuns', 'sops', 'dashboard'],
  task: ['tasks', 'taskReports', 'taskItems', 'taskTemplates', 'sops', ...traces],
  task_report: ['tasks', 'taskReports', ...traces],
  task_item: ['tasks', 'taskItems', 'taskTemplates', ...traces],
  task_template: ['tasks', 'taskTemplates', ...traces],
  comment: ['comments', 'tasks', ...traces],
  time_entry: ['timeEntries', 'timeSheets', 'timeProposals', ...traces],
  time_proposal: ['timeProposals', 'timeEntries', 'timeSheets', 'needs'],
  time_lock: ['timeLocks', 'timeSheets', 'timeEntries'],
  agreed_hours: ['agreedHours', 'timeSheets'],
  notification: ['notifications'],
  company: ['members', 'people', 'session', 'integrations', ...traces],
  access_request: ['accessRequests', 'people', 'needs', 'dashboard'],
  integration: ['integrations', 'integrationCalls', 'books', 'revenue', 'assistant', ...traces],
  webhook: ['webhooks'],
  sync_run: ['integrations', 'integrationCalls', 'revenue', 'storeProducts', 'unitsSold', 'tasks', 'needs'],
  order: ['revenue', 'unitsSold', ...traces],
  store_product: ['storeProducts', 'revenue'],
  parcel: ['revenue'],
  import: ['imports'],
  backup: ['backups', 'deleted'],
  figure: ['figures', 'dashboard', 'companies'],
  assistant: ['assistant'],
  suggestion: ['suggestions'],
  feedback: ['feedback'],
} as const satisfies Record<string, readonly Noun[]>

export const liveKinds = {
  ...kinds,
  person: Object.values(kinds).flat() as readonly Noun[], // a role; or a name, which stands beside all that the person did
}

export type LiveKind = keyof typeof liveKinds

/** The right to hear that something of a kind has changed. */
export const liveNeeds: Record<LiveKind, Action> = {
  part: 'inventory.read',
  assembly: 'inventory.read',
  product: 'inventory.read',
  bom_line: 'inventory.read',
  movement: 'inventory.read',
  location: 'inventory.read',
  vendor: 'inventory.read',
  vendor_private: 'vendor.readPrivate',
  file: 'file.read',
  sop: 'sop.read',
  sop_reading: 'sop.read',
  sop_run: 'sop.run',
  task: 'task.read',
  task_report: 'task.read',
  task_item: 'task.read',
  task_template: 'task.create',
  comment: 'activity.read',
  time_entry: 'time.read',
  time_proposal: 'time.read',
  time_lock: 'time.read',
  agreed_hours: 'time.read',
  notification: 'notification.read',
  company: 'company.read',
  access_request: 'person.read',
  integration: 'integration.read',
  webhook: 'integration.read',
  sync_run: 'integration.read',
  order: 'revenue.readTotals',
  store_product: 'revenue.read',
  parcel: 'revenue.read',
  import: 'inventory.import',
  backup: 'backup.manage',
  figure: 'figures.read',
  assistant: 'assistant.use',
  suggestion: 'suggestion.decide',
  feedback: 'feedback.read',
  person: 'colleague.read',
}

/**
 * Nouns whose changes are not announced, because only the person who makes them sees them, each with the nouns to ask for again. Preferences
 * are missing: the screens show them before they are stored.
 */
export const ownNouns: { readonly [N in Noun]?: readonly Noun[] } = {
  tokens: ['tokens'],
  passwords: ['passwords'],
  session: ['session'],
  savedViews: ['savedViews'],
  integrations: ['integrations', 'integrationCalls'],
  deadLetters: ['deadLetters', 'system'],
}

/** The address of the stream. `?missedMs=`: for how long the screen has heard nothing; it is told what has changed since. */
export const livePath = '/api/live'

/** What the stream sends, as the data of an event of that name. Never content: the screens ask again, through the fence. */
export type LiveChange = {
  companyId: string
  kinds: LiveKind[]
  /** The id of the request, when one request made all these changes. The screen that sent it has refreshed already, and ignores them. */
  by?: string
}

/** The header of the answer to a change: {Changed} as JSON, or `*` when anything may have changed. */
export const changedHeader = 'x-changed'
export const anyChange = '*'
export type Changed = { by: string; changes: LiveChange[] }

/**
 * `changed`: {LiveChange[]}. `everything`: the server cannot tell what was missed, so all open lists are asked again. `access`: the rights of the
 * person may have changed. `beat`: comes every 20 seconds, so that both sides notice a broken connection; all earlier changes have been sent. `ended`: the session is over, nobody should come back.
 */
export const liveEvents = ['changed', 'everything', 'access', 'beat', 'ended'] as const
export type LiveEventName = (typeof liveEvents)[number]

import { z } from 'zod'

/** The parts of the API that a token may be limited to, as people name them. */
export const areaLabels = {
  inventory: 'Inventory',
  files: 'Files and comments',
  sops: 'SOPs',
  tasks: 'Tasks',
  time: 'Time clock',
  changes: 'Changes, undo, suggestions',
  revenue: 'Revenue and books',
  integrations: 'Integrations and webhooks',
} as const
export type Area = keyof typeof areaLabels
export const areas = Object.keys(areaLabels) as [Area, ...Area[]]

/** What a token may do in each area; nothing in one that is missing. */
export const TokenAreas = z
  .partialRecord(z.enum(areas), z.enum(['read', 'write']))
  .refine((chosen) => Object.keys(chosen).length > 0, { error: 'Choose at least one area' })
export type TokenAreas = z.infer<typeof TokenAreas>

/**
 * The area of each noun of the contract. `everything`: a token that is limited to areas does not reach it, since it shows or changes all of them, or
 * people and companies. `account`: the rules for the account decide (`byToken`). Jobs have the area of the request that began them: only its person finds
 * them, by the address in its answer.
 */
export const areaOf = {
  ...{ parts: 'inventory', assemblies: 'inventory', products: 'inventory', vendors: 'inventory' },
  ...{
    stock: 'inventory',
    movements: 'inventory',
    stockCounts: 'inventory',
    stockHistory: 'inventory',
    stockValue: 'inventory',
    bom: 'inventory',
    components: 'inventory',
  },
  ...{ inventory: 'inventory', bulkEdits: 'inventory', batches: 'inventory', imports: 'inventory' },
  ...{ exports: 'inventory', backups: 'inventory', locations: 'inventory' },
  ...{ files: 'files', comments: 'files' },
  ...{ sops: 'sops', sopVersions: 'sops', sopReadings: 'sops', sopRuns: 'sops' },
  ...{ tasks: 'tasks', taskBatches: 'tasks', taskReports: 'tasks', taskItems: 'tasks', taskTemplates: 'tasks' },
  ...{ timeEntries: 'time', timeProposals: 'time', timeSheets: 'time', timeLocks: 'time', agreedHours: 'time' },
  ...{ activity: 'changes', changes: 'changes', deleted: 'changes', feed: 'changes', suggestions: 'changes' },
  ...{ revenue: 'revenue', storeProducts: 'revenue', unitsSold: 'revenue', books: 'revenue' },
  ...{ integrations: 'integrations', integrationCalls: 'integrations', webhooks: 'integrations' },
  ...{ session: 'account', tokens: 'account', passwords: 'account', profile: 'account', preferences: 'account' },
  jobs: 'account',
  ...{ people: 'everything', accessRequests: 'everything', companies: 'everything', members: 'everything' },
  ...{ search: 'everything', savedViews: 'everything', dashboard: 'everything', figures: 'everything' },
  ...{ needs: 'everything', notifications: 'everything', assistant: 'everything', dataExports: 'everything' },
  ...{ feedback: 'everything', system: 'everything', deadLetters: 'everything', securityEvents: 'everything' },
} as const satisfies Record<string, Area | 'everything' | 'account'>

/** What a token lacks for a procedure; undefined when it has it. @param name 'parts.create' */
export function lackingArea(
  chosen: TokenAreas,
  name: string,
  isWrite: boolean,
): { area: Area | 'everything'; access: 'read' | 'write' } | undefined {
  const noun = name.split('.', 1)[0] as keyof typeof areaOf
  const area = Object.hasOwn(areaOf, noun) ? areaOf[noun] : 'everything'
  const access = isWrite ? 'write' : 'read'
  if (area === 'account') return
  if (area !== 'everything' && (chosen[area] === 'write' || chosen[area] === access)) return
  return { area, access }
}

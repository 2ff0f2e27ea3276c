import { z } from 'zod'
import { route } from '../route.ts'
import { Appearance } from './appearance.ts'

/** The lists whose columns and density each person chooses; most are the last word of their path. */
export const listNames = [
  'parts',
  'assemblies',
  'products',
  'vendors',
  'locations',
  'users',
  'deleted',
  'changes',
  'companies',
  'sops',
  'tasks',
  'time-entries',
  'feedback',
  'readings',
  'runs',
  'notifications',
  'movements',
  'stock-value',
  'store-comparison',
  'build-analysis',
] as const
export type ListName = (typeof listNames)[number]

export const densities = ['comfortable', 'compact'] as const

/** How the records of a list are drawn: bills of materials also as cards, tasks also on a board. */
export const layouts = ['list', 'cards', 'board'] as const
export type Layout = (typeof layouts)[number]

const column = z.string().regex(/^[a-z][a-zA-Z]{0,39}$/, 'Not a column')
const tooMany = { error: 'At most 40 columns' }
const isFew = (columns: object) => Object.keys(columns).length <= 40

/**
 * What a person has chosen for a list; for all else the list decides.
 * `columns`: those that were switched on or off. `columnOrder`: the columns from left to right; those it does not name come last.
 * `columnWidths`: px at the usual size of text, of the columns that were made wider or narrower.
 */
export const ListView = z.strictObject({
  density: z.enum(densities).optional(),
  layout: z.enum(layouts).optional(),
  columns: z
    .record(column, z.boolean())
    .refine(isFew, tooMany)
    .meta({ examples: [{ barcode: true, cost: false }] })
    .optional(),
  columnOrder: z.array(column).refine(isFew, tooMany).optional(),
  columnWidths: z
    .record(column, z.int().min(40).max(1_200))
    .refine(isFew, tooMany)
    .meta({ examples: [{ name: 240 }] })
    .optional(),
})
export type ListView = z.infer<typeof ListView>

const keys = listNames.map((name) => `list.${name}` as const)
/** A list of the screens, for which a person keeps columns. */
export const ListKey = z.enum(keys as [(typeof keys)[number], ...typeof keys])
export type ListKey = z.infer<typeof ListKey>

/** What the person has chosen; `appearance` is missing until they save it for the first time. */
export const Preferences = z.object({
  appearance: Appearance.optional(),
  ...(Object.fromEntries(keys.map((key) => [key, ListView.optional()])) as Record<
    ListKey,
    z.ZodOptional<typeof ListView>
  >),
})
export type Preferences = z.infer<typeof Preferences>

/** They belong to the signed-in person, whatever company they look at. */
export const preferencesContract = {
  get: route
    .meta({ needs: 'profile.write', byToken: 'any' })
    .route({ method: 'GET', path: '/preferences', summary: 'Your settings of lists and of the look' })
    .output(Preferences),
  put: route
    .meta({ needs: 'profile.write', byToken: 'ofPerson' })
    .route({ method: 'PUT', path: '/preferences/{key}', summary: 'Store your settings of a list' })
    .input(z.strictObject({ key: ListKey, value: ListView }))
    .output(ListView),
  putAppearance: route
    .meta({ needs: 'profile.write', byToken: 'ofPerson' })
    .route({ method: 'PUT', path: '/preferences/appearance', summary: 'Store how the screens look to you' })
    .input(Appearance)
    .output(Appearance),
}

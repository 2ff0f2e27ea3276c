import { z } from 'zod'
import { route } from '../route.ts'
import { Appearance } from './appearance.ts'

/** The lists whose columns and density each person chooses, by the last word of their path. */
export const listNames = [
  'parts',
  'assemblies',
  'products',
  'vendors',
  'users',
  'deleted',
  'companies',
  'sops',
  'tasks',
  'time-entries',
  'feedback',
] as const
export type ListName = (typeof listNames)[number]

export const densities = ['comfortable', 'compact'] as const
export const layouts = ['list', 'board'] as const

/** `columns`: the columns that the person switched on or off; for all others the list decides. `layout`: of lists that have a board beside them. */
export const ListView = z.strictObject({
  density: z.enum(densities).optional(),
  layout: z.enum(layouts).optional(),
  columns: z
    .record(z.string().regex(/^[a-z][a-zA-Z]{0,39}$/, 'Not a column'), z.boolean())
    .refine((columns) => Object.keys(columns).length <= 40, { error: 'At most 40 columns' })
    .optional(),
})
export type ListView = z.infer<typeof ListView>

const keys = listNames.map((name) => `list.${name}` as const)
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
    .meta({ needs: 'profile.write' })
    .route({ method: 'GET', path: '/preferences', summary: 'Your settings of lists and of the look' })
    .output(Preferences),
  put: route
    .meta({ needs: 'profile.write' })
    .route({ method: 'PUT', path: '/preferences/{key}', summary: 'Store your settings of a list' })
    .input(z.strictObject({ key: ListKey, value: ListView }))
    .output(ListView),
  putAppearance: route
    .meta({ needs: 'profile.write' })
    .route({ method: 'PUT', path: '/preferences/appearance', summary: 'Store how the screens look to you' })
    .input(Appearance)
    .output(Appearance),
}

import { z } from 'zod'
import { route } from '../route.ts'
import { type ListName, ListView } from '../settings/preferences.ts'
import { requiredText } from '../text.ts'

/** The lists of a company whose state can be saved under a name, by the last word of their path. */
export const viewedLists = [
  'parts',
  'assemblies',
  'products',
  'vendors',
  'sops',
  'tasks',
  'time-entries',
] as const satisfies readonly ListName[]
export type ViewedList = (typeof viewedLists)[number]

/** Whether the state of a list can be saved. */
export const isViewed = (list: string | null): list is ViewedList => viewedLists.some((name) => name === list)

const key = z.string().regex(/^[a-z][a-zA-Z]{0,39}$/, 'Not a name of a field')

/**
 * The state of a list in a view: search, filters and order as in the address, the look as in the settings of the list. A filter or
 * column that no longer exists has no effect; the server stores none that the list does not have.
 */
export const ViewState = z.strictObject({
  q: z.string().max(200).optional(),
  sort: key.optional(),
  order: z.enum(['asc', 'desc']).optional(),
  filters: z
    .record(key, z.string().min(1).max(200))
    .refine((filters) => Object.keys(filters).length <= 20, { error: 'At most 20 filters' })
    .meta({ examples: [{ isLowStock: 'true' }] })
    .optional(),
  ...ListView.shape,
})
export type ViewState = z.infer<typeof ViewState>

const ViewFields = z.strictObject({
  name: requiredText(80, 'Name is required'),
  state: ViewState,
  isShared: z.boolean(),
})

/** A view for one reader. `mayChange`: they may rename, change and delete it. `madeBy`: the name of its maker. */
export const SavedView = z.object({
  id: z.uuid(),
  list: z.enum(viewedLists),
  name: z.string(),
  state: ViewState,
  isShared: z.boolean(),
  isOwn: z.boolean(),
  isDefault: z.boolean(),
  mayChange: z.boolean(),
  madeBy: z.string().nullable(),
  version: z.int(),
})
export type SavedView = z.infer<typeof SavedView>

const company = { companyId: z.uuid() }
const one = z.strictObject({ ...company, id: z.uuid() })
const gone = { NOT_FOUND: { status: 404, message: 'That view no longer exists' } }
const clash = { CONFLICT: { status: 409, data: z.unknown() } }
const refused = { FORBIDDEN: { status: 403, message: 'You do not have permission to share views' } }

export const savedViewsContract = {
  list: route
    .meta({ needs: 'view.write' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/views',
      summary: 'Your views of a list, and the shared ones',
    })
    .input(z.strictObject({ ...company, list: z.enum(viewedLists) }))
    .output(z.object({ items: z.array(SavedView) })),
  create: route
    .meta({ needs: 'view.write' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/views',
      summary: 'Save a view of a list',
      successStatus: 201,
    })
    .input(
      z.strictObject({
        ...company,
        list: z.enum(viewedLists),
        ...ViewFields.shape,
        isShared: z.boolean().optional(),
      }),
    )
    .output(SavedView)
    .errors({ ...clash, ...refused }),
  update: route
    .meta({ needs: 'view.write', versioned: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/views/{id}',
      summary: 'Rename, change or share a view',
    })
    .input(z.strictObject({ ...one.shape, ...ViewFields.partial().shape }))
    .output(SavedView)
    .errors({ ...gone, ...clash, ...refused }),
  remove: route
    .meta({ needs: 'view.write' })
    .route({
      method: 'DELETE',
      path: '/companies/{companyId}/views/{id}',
      summary: 'Delete a view; it can be restored for 30 days',
      successStatus: 204,
    })
    .input(one)
    .errors({ ...gone, ...refused }),
  restore: route
    .meta({ needs: 'view.write' })
    .route({ method: 'POST', path: '/companies/{companyId}/views/{id}/restore', summary: 'Bring back a deleted view' })
    .input(one)
    .output(SavedView)
    .errors({ ...gone, ...clash }),
  setDefault: route
    .meta({ needs: 'view.write' })
    .route({
      method: 'PUT',
      path: '/companies/{companyId}/default-views/{list}',
      summary: 'Choose the view that a list begins with for you; null for none',
      successStatus: 204,
    })
    .input(z.strictObject({ ...company, list: z.enum(viewedLists), viewId: z.uuid().nullable() }))
    .errors(gone),
}

import { z } from 'zod'
import { catalogueOf, filtersOf, sortKeysOf } from '../catalogue.ts'
import { exactCount, listQuery, pageOf, selectionOf, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { requiredText } from '../text.ts'
import { componentTypes } from './bom.ts'
import { createdAt, updatedAt } from './item-fields.ts'
import { recordsOf, removalsOf } from './item-routes.ts'

/** `hold`: what is there is not available. `build`: where builds happen. */
export const locationKinds = ['place', 'build', 'hold'] as const
export const locationKindLabels: Record<(typeof locationKinds)[number], string> = {
  place: 'Stock',
  build: 'Builds',
  hold: 'On hold',
}

/** A place of stock. An item whose Location spells the code of a place is at home there. */
const LocationFields = z.strictObject({
  code: requiredText(100, 'Code is required'),
  name: requiredText(200, 'Name is required'),
  kind: z.enum(locationKinds),
  parentId: z.uuid().nullable(),
})
export type LocationFields = z.infer<typeof LocationFields>

export const locationCatalogue = catalogueOf({
  table: 'locations',
  noun: 'place',
  key: 'code',
  sortedBy: 'code',
  columns: [],
  schema: LocationFields,
  fields: {
    // Sorted by code, each place stands below the one around it.
    code: { label: 'Code', kind: 'code', list: 'shown', sort: 'derived', isSearched: true },
    name: { label: 'Name', kind: 'text', list: 'shown', sort: 'stored', isSearched: true },
    kind: {
      ...{ label: 'Kind', kind: 'choice', list: 'shown', sort: 'stored', isFilter: true },
      choices: locationKindLabels,
    },
    parentId: { label: 'Inside', kind: 'link', isFilter: true },
    itemCount: { label: 'Items', kind: 'quantity', list: 'shown' },
    value: { label: 'Value', kind: 'money', list: 'shown' },
    createdAt,
    updatedAt,
  },
})

/** A place of stock. `parentId`: the place around it. */
export const Location = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...LocationFields.shape,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Location = z.infer<typeof Location>

/**
 * A place of a list. `around`: the codes of the places around it, the outermost first. `itemCount`, `value`: what is in it and in the places inside
 * it; the value at the moving average, in dollars, with up to 6 decimals.
 */
export const ListedLocation = Location.extend({ around: z.array(z.string()), itemCount: z.int(), value: z.number() })
export type ListedLocation = z.infer<typeof ListedLocation>

const NewLocation = LocationFields.partial().extend({
  code: LocationFields.shape.code,
  name: LocationFields.shape.name,
})

/** What is of one item, of one lot, at a place or at a place inside it: `locationId`, `locationCode`. */
export const LocationStock = z.object({
  id: z.uuid(),
  locationId: z.uuid(),
  locationCode: z.string(),
  itemId: z.uuid(),
  itemType: z.enum(componentTypes),
  number: z.string(),
  name: z.string(),
  lotNumber: z.string().nullable(),
  quantity: z.number(),
  unit: z.string(),
  decimals: z.int(),
})
export type LocationStock = z.infer<typeof LocationStock>

const filters = filtersOf(locationCatalogue)
const LocationSelection = selectionOf(z.strictObject({ q: z.string().max(200).optional(), ...filters }))

export const locationsContract = {
  ...recordsOf(locationCatalogue, {
    query: listQuery(sortKeysOf(locationCatalogue), { ...filters, ...exactCount, ...wholeList }),
    page: pageOf(ListedLocation),
    details: Location,
    saved: Location,
    added: NewLocation,
    changes: LocationFields.partial(),
    summaries: { get: 'One place', update: 'Change a place' },
  }),
  ...removalsOf(locationCatalogue, LocationSelection),
  stock: route
    .meta({ needs: 'inventory.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/locations/{id}/stock',
      summary: 'What is at a place and at the places inside it',
    })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        id: z.uuid(),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        pageSize: z.coerce.number().int().min(1).max(500).default(50),
        cursor: wholeList.cursor,
      }),
    )
    .output(pageOf(LocationStock))
    .errors({ NOT_FOUND: { status: 404, message: 'That place no longer exists' } }),
}

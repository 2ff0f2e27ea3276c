import type { Catalogue, Field, Fields } from '../catalogue.ts'
import { assemblyCatalogue } from './assemblies.ts'
import type { ItemType } from './imports.ts'
import { partCatalogue } from './parts.ts'
import { productCatalogue } from './products.ts'
import { vendorCatalogue } from './vendors.ts'

/** The catalogues of the types that files hold. */
export const itemCatalogues = {
  parts: partCatalogue,
  assemblies: assemblyCatalogue,
  products: productCatalogue,
  vendors: vendorCatalogue,
} satisfies Record<ItemType, Catalogue>

/** The declaration of a field. @param key as in the contract: 'partNumber' */
export const fieldOf = (type: ItemType, key: string): Field | undefined => (itemCatalogues[type].fields as Fields)[key]

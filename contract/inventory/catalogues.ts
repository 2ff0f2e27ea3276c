import type { Catalogue, Field, Fields } from '../catalogue.ts'
import { assemblyCatalogue } from './assemblies.ts'
import type { ItemType, RowType } from './imports.ts'
import { partCatalogue } from './parts.ts'
import { productCatalogue } from './products.ts'
import { placeFileCatalogue, stockFileCatalogue } from './stock-files.ts'
import { vendorCatalogue } from './vendors.ts'

/** The catalogues of the types that files hold. */
export const itemCatalogues = {
  parts: partCatalogue,
  assemblies: assemblyCatalogue,
  products: productCatalogue,
  vendors: vendorCatalogue,
} satisfies Record<ItemType, Catalogue>

/** The catalogues of the rows of files. */
export const rowCatalogues = {
  ...itemCatalogues,
  places: placeFileCatalogue,
  stock: stockFileCatalogue,
} satisfies Record<RowType, Catalogue>

/** The declaration of a field. @param key as in the contract: 'partNumber' */
export const fieldOf = (type: RowType, key: string): Field | undefined => (rowCatalogues[type].fields as Fields)[key]

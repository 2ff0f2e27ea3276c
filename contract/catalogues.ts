import { type Catalogue, type Field, fieldName } from './catalogue.ts'
import { itemCatalogues } from './inventory/catalogues.ts'

/** The nouns that have a catalogue, by their words in the activity log. */
const byEntity: Record<string, Catalogue> = {
  ...Object.fromEntries(Object.values(itemCatalogues).map((catalogue) => [catalogue.noun, catalogue])),
  vendor_private: itemCatalogues.vendors,
}

/** The label of a field in the activity log. @param entity 'part'; @param column 'part_number' */
export const loggedField = (entity: string, column: string): Field | undefined =>
  byEntity[entity]?.fields[fieldName(column)]

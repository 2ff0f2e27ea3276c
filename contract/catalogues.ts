import { type Field, type Fields, fieldName } from './catalogue.ts'
import { itemCatalogues } from './inventory/catalogues.ts'
import { locationCatalogue } from './inventory/locations.ts'
import { sopFields } from './sops/sop-fields.ts'
import { taskFields } from './tasks/task-fields.ts'
import { timeEntryFields } from './time-clock/time-entry-fields.ts'

/** No field of an item: a revaluation is in its log. */
const stockValue: Field = { label: 'Stock value', kind: 'money' }

/** The fields of the nouns that have a catalogue, by their words in the activity log. */
const byEntity: Record<string, Fields> = {
  ...Object.fromEntries(Object.values(itemCatalogues).map(({ noun, fields }) => [noun, { ...fields, stockValue }])),
  ...{ vendor_private: itemCatalogues.vendors.fields, task: taskFields, sop: sopFields, time_entry: timeEntryFields },
  location: locationCatalogue.fields,
  bom_line: { quantity: { label: 'Quantity', kind: 'quantity' } },
}

/** The label of a field in the activity log. @param entity 'part'; @param column 'part_number' */
export const loggedField = (entity: string, column: string): Field | undefined => byEntity[entity]?.[fieldName(column)]

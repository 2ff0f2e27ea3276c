import { type Field, type Fields, fieldName } from './catalogue.ts'
import { itemCatalogues } from './inventory/catalogues.ts'
import { locationCatalogue } from './inventory/locations.ts'
import { sopFields } from './sops/sop-fields.ts'
import { taskFields } from './tasks/task-fields.ts'
import { timeEntryFields } from './time-clock/time-entry-fields.ts'

/** The fields of the nouns that have a catalogue, by their words in the activity log. */
const byEntity: Record<string, Fields> = {
  ...Object.fromEntries(Object.values(itemCatalogues).map(({ noun, fields }) => [noun, fields])),
  ...{ vendor_private: itemCatalogues.vendors.fields, task: taskFields, sop: sopFields, time_entry: timeEntryFields },
  location: locationCatalogue.fields,
}

/** The label of a field in the activity log. @param entity 'part'; @param column 'part_number' */
export const loggedField = (entity: string, column: string): Field | undefined => byEntity[entity]?.[fieldName(column)]

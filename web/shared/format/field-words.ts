import { atBeginning } from 'contract/catalogue.ts'
import { loggedField } from 'contract/catalogues.ts'

/**
 * The label of a logged field: 'Contact person'. For a noun without a catalogue it is made from the column name.
 * @param entity 'vendor'; @param column 'contact_person'
 */
export function wordsOf(entity: string, column: string): string {
  const label = loggedField(entity, column)?.label
  if (label) return atBeginning(label)
  const words = column.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

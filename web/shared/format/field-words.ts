import { atBeginning } from 'contract/catalogue.ts'
import { loggedField } from 'contract/catalogues.ts'

/**
 * What a logged field is called: 'Contact person'. A noun without a catalogue has the words of its columns.
 * @param entity 'vendor'; @param column 'contact_person'
 */
export function wordsOf(entity: string, column: string): string {
  const label = loggedField(entity, column)?.label
  if (label) return atBeginning(label)
  const words = column.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

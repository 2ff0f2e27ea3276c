import { loggedField } from 'contract/catalogues.ts'
import { valueText } from '../../shared/format/field-value.ts'
import { LinkedName } from './linked-name.tsx'

/** A logged value as people read it: vendors and SOPs by name, amounts in dollars. @param field its column */
export function ActivityValue({ entity, field, value }: { entity: string; field: string; value: string | null }) {
  if (!value) return 'empty'
  const words = loggedField(entity, field)
  if (words?.linksTo) return <LinkedName linksTo={words.linksTo} id={value} />
  return words ? valueText(words, value) : value
}

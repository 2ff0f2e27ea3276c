import type { ImportChoices, SupplierNames } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { Choice } from '../../../shared/form/choice.tsx'
import type { ImportSession } from '../import-session.ts'
import { formatCount } from '../import-types.ts'
import classes from './question.module.css'

type Suppliers = ImportChoices['suppliers']

const choices: { value: Suppliers; label: string }[] = [
  { value: 'create', label: 'Link them, and add missing vendors' },
  { value: 'link', label: 'Link to vendors I have' },
  { value: 'text', label: 'Only the name, no link' },
]

/** What becomes of the names of suppliers in the file. Another answer reads the file again. */
export function SupplierQuestion({ preview, session }: { preview: ImportPreview; session: ImportSession }) {
  const { suppliers } = preview
  if (!suppliers || !session.canReadAgain) return null
  const choice = preview.choices.suppliers
  return (
    <div className="row flex-wrap gap-x-3 gap-y-1-5">
      <span className="text-sm">Suppliers</span>
      <Choice
        size="xs"
        className={`max-w-full ${classes.choice}`}
        aria-label="Are the suppliers your vendors?"
        data={choices}
        value={choice}
        disabled={session.isSending || session.isCommitting}
        onChange={(next) => next !== choice && session.sendAgain(preview, { suppliers: next })}
      />
      <p className={`text-sm text-muted ${classes.words}`} role="status">
        {words[choice](suppliers)}
      </p>
    </div>
  )
}

/** What becomes of the names. Capital letters and spaces never make another vendor. */
const words: Record<Suppliers, (names: SupplierNames) => string> = {
  text: () => 'Parts show the name as it is in the file. It leads to no vendor.',
  link: (names) => `${linked(names)}${rest(names, 'stays plain text', 'stay plain text')}`,
  create: (names) => `${linked(names)}${rest(names, 'becomes a new vendor', 'become new vendors')}`,
}

const linked = ({ known }: SupplierNames) =>
  known === 0
    ? ''
    : known === 1
      ? '1 name is a vendor you have. '
      : `${formatCount(known)} names are vendors you have. `

const rest = ({ known, unknown }: SupplierNames, one: string, many: string) => {
  if (unknown === 0) return ''
  const count = formatCount(unknown)
  if (known === 0) return unknown === 1 ? `1 name ${one}.` : `${count} names ${many}.`
  return unknown === 1 ? `1 is not: it ${one}.` : `${count} are not: they ${many}.`
}

import type { ImportPreview } from 'contract/inventory/imports.ts'
import { Problem } from './problem.tsx'

const shown = 10

/** Of a backup: what was added since it was made. It stays, unless the person says otherwise below. */
export function AddedRecords({ added }: { added: ImportPreview['addedSince'] }) {
  if (!added || added.count === 0) return null
  const more = added.count - Math.min(shown, added.items.length)
  return (
    <Problem tone="warning">
      {added.count === 1 ? '1 record was' : `${added.count.toLocaleString('en-US')} records were`} added since this
      backup and {added.count === 1 ? 'stays' : 'stay'} as {added.count === 1 ? 'it is' : 'they are'}:
      <ul>
        {added.items.slice(0, shown).map(({ id, number, name }) => (
          <li key={id}>{[number, name].filter(Boolean).join(' ')}</li>
        ))}
        {more > 0 && <li>... and {more.toLocaleString('en-US')} more</li>}
      </ul>
    </Problem>
  )
}

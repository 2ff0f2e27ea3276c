import type { Correction } from './corrections.ts'
import { Problem } from './problem.tsx'

const shown = 5

/** Lists, before the import, the corrections that no longer fit the file. */
export function LostCorrections({ lost }: { lost: Correction[] }) {
  if (lost.length === 0) return null
  const rows = lost.slice(0, shown).map(({ rowNumber, now }) => `row ${Math.abs(rowNumber)} (“${now.slice(0, 40)}”)`)
  const more = lost.length - rows.length
  return (
    <Problem tone="warning">
      Corrections that do not fit the file as it is read now: {rows.join(', ')}
      {more > 0 && ` and ${more} more`}. Read the file as before, and they come back.
    </Problem>
  )
}

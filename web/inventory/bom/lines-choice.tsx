import type { NewBomLine } from 'contract/inventory/bom.ts'
import { formatQuantity } from 'contract/units.ts'
import { useEffect, useMemo, useState } from 'react'
import classes from '../../shared/form/conflict-panel.module.css'
import { Choice, type MergeProps } from '../../shared/form/conflict-panel.tsx'
import { differingLines, mergedLines, type Side } from './merged-lines.ts'

/**
 * The lines that differ between two people's versions, each with its own choice. If only one person changed a line, their version is
 * preset.
 */
export default function LinesChoice({ label, base, mine, theirs, onChange }: MergeProps<NewBomLine[]>) {
  const differing = useMemo(() => differingLines(base, mine, theirs), [base, mine, theirs])
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const merged = useMemo(() => mergedLines(base, mine, theirs, choices), [base, mine, theirs, choices])
  useEffect(() => onChange(merged), [merged, onChange])
  return (
    <section aria-label={label}>
      <h4 className={classes.label}>{label}, by line</h4>
      {differing.length === 0 && <p className="text-xs text-faint">They differ in their order only.</p>}
      {differing.map(({ key, preset, ...line }) => (
        <Choice
          key={key}
          label={(line.mine ?? line.theirs)?.number ?? ''}
          mine={shown(line.mine)}
          theirs={shown(line.theirs)}
          isMine={(choices[key] ?? preset) === 'mine'}
          onChoose={(isMine) => setChoices({ ...choices, [key]: isMine ? 'mine' : 'theirs' })}
        />
      ))}
    </section>
  )
}

const shown = (line: NewBomLine | undefined) =>
  line ? `${formatQuantity(line.quantity, line.unit)} × ${line.number ?? ''} ${line.name ?? ''}` : '(no line)'

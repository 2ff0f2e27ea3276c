import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff'
import classes from './sop-history.module.css'

/** With more changed lines, or a longer change, words are not compared: that could take seconds. */
const limits = { characters: 5_000, edits: 1_500 }

/** Compares two texts line by line, and marks the changed words within a changed line. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  if (before === after) return <p className="text-muted my-em">The text is the same.</p>
  const [old, young] = [before.split('\n'), after.split('\n')]
  // Undefined when the texts have too little in common.
  const found: ChangeObject<string[]>[] = diffArrays(old, young, { maxEditLength: limits.edits }) ?? [
    { value: old, removed: true, added: false, count: old.length },
    { value: young, removed: false, added: true, count: young.length },
  ]
  return (
    // The box scrolls, so it must be reachable by keyboard.
    <section
      className={`overflow-auto text-sm break-words pre-wrap border rounded-sm bg-app p-3 ${classes.diff}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label="Changes"
    >
      {pairs(found).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a finished comparison
        <Part key={index} {...part} />
      ))}
    </section>
  )
}

type Pair = { old?: string[]; young?: string[]; same?: string[] }

/** Pairs the replaced lines with their replacements. */
function pairs(found: ChangeObject<string[]>[]): Pair[] {
  const parts: Pair[] = []
  for (const { value, added, removed } of found) {
    const last = parts.at(-1)
    if (removed) parts.push({ old: value })
    else if (added && last?.old && !last.young) last.young = value
    else parts.push(added ? { young: value } : { same: value })
  }
  return parts
}

function Part({ old, young, same }: Pair) {
  if (same) return <Unchanged lines={same} />
  const [before, after] = [old?.join('\n') ?? '', young?.join('\n') ?? '']
  const isShort = before.length + after.length < limits.characters
  if (!old || !young || !isShort)
    return (
      <>
        {old && <del>{before}</del>}
        {young && <ins>{after}</ins>}
      </>
    )
  return (
    <p className="text-plain">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a finished comparison
        return <Tag key={index}>{value}</Tag>
      })}
    </p>
  )
}

/** Shows a few lines around a change; of the others only the number. */
function Unchanged({ lines }: { lines: string[] }) {
  if (lines.length <= 6) return <p className={classes.unchanged}>{lines.join('\n')}</p>
  return (
    <>
      <p className={classes.unchanged}>{lines.slice(0, 2).join('\n')}</p>
      <p className={classes.skipped}>{lines.length - 4} lines are the same</p>
      <p className={classes.unchanged}>{lines.slice(-2).join('\n')}</p>
    </>
  )
}

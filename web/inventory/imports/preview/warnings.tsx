import { sentenceOf } from 'contract/inventory/import-problems.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { formatCount } from '../import-types.ts'
import { Problem } from './problem.tsx'
import classes from './warnings.module.css'

const [shownKinds, shownOfKind] = [2, 20]

/** What to know before an import: one line for each kind, and the other kinds in one more, so that the rows are in sight. */
export function Warnings({ problems }: { problems: ImportPreview['problems'] }) {
  const kinds = [...Map.groupBy(problems, ({ code }) => code).values()].map((ofKind) => [
    ...new Set(ofKind.map(sentenceOf)),
  ])
  if (kinds.length === 0) return null
  const atOnce = kinds.length > shownKinds + 1 ? shownKinds : kinds.length
  return (
    <Problem tone="warning">
      <div className="stack gap-1">
        {kinds.slice(0, atOnce).map((sentences) => (
          <Folded key={sentences[0]} sentences={sentences} />
        ))}
        {atOnce < kinds.length && <Folded sentences={kinds.slice(atOnce).flat()} isMore />}
      </div>
    </Problem>
  )
}

/** Longer sentences are cut on a wide screen. */
const oneLine = 120

/** A line with the first sentence; it opens to all of them. @param isMore they follow other lines */
export function Folded({ sentences, isMore = false }: { sentences: string[]; isMore?: boolean }) {
  const [first = '', ...others] = sentences
  if (others.length === 0 && first.length < oneLine) return <div>{first}</div>
  return (
    <details className={classes.folded}>
      <summary data-more={others.length || undefined}>
        <span>
          {isMore && `${formatCount(sentences.length)} more: `}
          {first}
        </span>
      </summary>
      {others.length > 0 && (
        <ul>
          {others.slice(0, shownOfKind).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {others.length > shownOfKind && <li>... and {formatCount(others.length - shownOfKind)} more</li>}
        </ul>
      )}
    </details>
  )
}

import type { SopHeading } from 'contract/sops/checklist.ts'
import classes from './sop-page.module.css'

/** The table of contents: beside the text, or above it on a phone. */
export function SopContents({ headings }: { headings: SopHeading[] }) {
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <nav className={`self-start overflow-auto ${classes.contents}`} aria-label="Contents">
      <h2 className="mb-2 text-sm text-muted font-semibold">Contents</h2>
      <ol>
        {headings.map(({ line, level, text }) => (
          <li key={line} data-depth={level - top}>
            <button type="button" onClick={() => show(line)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A button, not a link with a hash, because the address keeps the state of the list. */
function show(line: number) {
  const target = document.getElementById(`line-${line}`)
  target?.scrollIntoView({ block: 'start' })
  target?.focus({ preventScroll: true })
}

import type { ReactNode } from 'react'
import classes from './attached-file.module.css'

type FileLineProps = {
  /** Shown before the name: a picture, or an icon for the kind of file. */
  mark: ReactNode
  name: string
  /** Shown below the name, unless the file has a problem. */
  facts: ReactNode
  problem?: string | null
  /** The actions on the file. */
  children: ReactNode
}

/** A line of a list of files. */
export function FileLine({ mark, name, facts, problem = null, children }: FileLineProps) {
  return (
    <li className={`row gap-1-5 py-1-5 ${classes.line}`} data-failed={problem !== null || undefined}>
      {mark}
      <div className="stack flex-1 min-w-0 gap-0-5">
        <span className="text-sm truncate" title={name}>
          {name}
        </span>
        {problem === null ? facts : <span className="text-xs text-danger break-words">{problem}</span>}
      </div>
      {children}
    </li>
  )
}

export const FileFacts = ({ children }: { children: ReactNode }) => (
  <span className="text-xs text-muted numeric truncate">{children}</span>
)

import { Link } from '@tanstack/react-router'
import type { Need } from 'contract/dashboards/needs.ts'
import type { ReactNode } from 'react'
import { at } from '../../shared/page/at.ts'
import own from './needs-you.module.css'

export type About<Kind extends Need['kind']> = Extract<Need, { kind: Kind }>['about']

type LineProps = { icon: ReactNode; to: string; title: string; facts: ReactNode; action?: ReactNode }

/** One need: its name, its facts, and the action for it. */
export const Line = ({ icon, to, title, facts, action }: LineProps) => (
  <>
    <span className="grid text-warning place-items-center" aria-hidden>
      {icon}
    </span>
    <span className="min-w-0">
      <Link {...at(to)} className={`truncate block text-plain no-underline ${own.title}`} title={title}>
        {title}
      </Link>
      <span className={`row flex-wrap text-muted text-xs break-words ${own.facts}`}>{facts}</span>
    </span>
    {action && <span className={own.action}>{action}</span>}
  </>
)

export const icon = { size: 16, stroke: 1.7 } as const

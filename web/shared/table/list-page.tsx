import type { ComponentProps, ReactNode } from 'react'
import { PageHeader } from '../page/page-header.tsx'
import { usePageTitle } from '../page/page-title.ts'
import classes from './list-page.module.css'

type ListPageProps = {
  title: string
  /** For a title below that of the screen: it is smaller. */
  isSection?: boolean
  /** Small figures beside the title: '214 total', '190 active'. */
  counts?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a list screen: the header stays, the table scrolls. */
export function ListPage({ title, isSection = false, counts, actions, children }: ListPageProps) {
  usePageTitle(title)
  return (
    <div className={`stack relative gap-3 h-full ${classes.page}`} data-section={isSection || undefined}>
      <PageHeader {...{ title, isSection, counts, actions }} />
      {children}
    </div>
  )
}

type CountToggleProps = ComponentProps<typeof Count> & { title: string; isOn: boolean; onClick: () => void }

/** A figure of the header that narrows the list to what it counts. */
export const CountToggle = ({ title, isOn, onClick, ...count }: CountToggleProps) => (
  <button type="button" className={classes.toggle} data-small aria-pressed={isOn} title={title} onClick={onClick}>
    <Count {...count} />
  </button>
)

/**
 * A figure of the header; nothing when there is nothing to count, since the screen says so.
 * @param tone `warning` draws attention: parts that need restocking
 */
export function Count({ value, label, tone }: { value: string; label: string; tone?: 'warning' | 'success' }) {
  if (value === '0' && (label === 'total' || label === 'found')) return null
  return (
    <span className={`block text-xs text-muted nowrap border ${classes.count}`} data-tone={tone}>
      <strong className="text-plain font-semibold">{value}</strong> {label}
    </span>
  )
}

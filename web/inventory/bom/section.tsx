import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '../../shared/api/server-errors.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import classes from './section.module.css'

type SectionProps = {
  title: string
  /** At the right of the title: a download, a switch. */
  actions?: ReactNode
  query?: { isPending: boolean; error: unknown; refetch: () => unknown }
  children: ReactNode
}

/** A section of the details that the server computes: loading, failed or loaded. */
export function Section({ title, actions, query, children }: SectionProps) {
  return (
    <section className={`mt-4 border-t pt-4 ${classes.section}`} aria-label={title}>
      <header className={`row flex-wrap gap-x-3 gap-y-1 mb-2 min-h-6 ${classes.header}`}>
        <h3 className="text-xs text-muted font-medium">{title}</h3>
        <div className="row gap-3 ml-auto text-xs">{actions}</div>
      </header>
      {query?.error ? (
        <p className="text-sm text-muted" role="alert">
          {messageOf(query.error)} <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
        </p>
      ) : query?.isPending ? (
        <Skeleton height={72} aria-busy="true" />
      ) : (
        children
      )}
    </section>
  )
}

/** The same figures as a file. */
export function CsvLink({ href, what }: { href: string; what: string }) {
  return (
    <a className={`no-underline ${classes.csv}`} data-small href={href} download aria-label={`Download CSV of ${what}`}>
      Download CSV
    </a>
  )
}

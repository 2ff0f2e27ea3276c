import { Skeleton } from '@mantine/core'
import type { BomLine } from 'contract/inventory/bom.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { BomTable } from './bom-table.tsx'

type OpenedLinesProps = {
  label: string
  query: { data: BomLine[] | undefined; error: unknown; refetch: () => unknown }
  /** The picture of a component, by its id. */
  pictures?: Record<string, string> | undefined
  editAt?: string | undefined
}

/** The lines of an opened card: loading, failed or loaded. */
export function OpenedLines({ label, query, pictures = {}, editAt }: OpenedLinesProps) {
  if (query.data) return <BomTable label={label} lines={query.data} pictures={pictures} editAt={editAt} />
  if (!query.error) return <Skeleton height={64} aria-busy="true" />
  return (
    <p className="text-sm text-muted" role="alert">
      Failed to load {label}: {messageOf(query.error)}{' '}
      <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
    </p>
  )
}

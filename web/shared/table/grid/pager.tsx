import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { List } from '../list-state.ts'

export type PageCount = { total: number; isCapped: boolean }

export const pageSizes = ['25', '50', '100', '200']

/** '1,234', or '10,000+' if the server stopped counting. */
export const formatTotal = ({ total, isCapped }: PageCount): string =>
  `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`

type PagerProps = { list: Pick<List, 'page' | 'pageSize' | 'set'>; page: PageCount | undefined }

/** The pager below a list. Hidden while everything fits on one page; how many rows that are is chosen under View. */
export function Pager({ list, page }: PagerProps) {
  const { page: current, pageSize } = list
  if (!page || (page.total <= pageSize && current === 1)) return null
  const first = Math.min((current - 1) * pageSize + 1, page.total)
  const last = Math.min(current * pageSize, page.total)
  return (
    <nav className="row justify-end gap-1 text-xs text-muted" aria-label="Pages">
      <span className="numeric" aria-live="polite">
        {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')} of {formatTotal(page)}
      </span>
      <ActionIcon aria-label="Previous page" disabled={current <= 1} onClick={() => list.set({ page: current - 1 })}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon aria-label="Next page" disabled={last >= page.total} onClick={() => list.set({ page: current + 1 })}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  )
}

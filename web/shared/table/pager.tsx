import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Choice } from '../form/choice.tsx'
import type { List } from './list-state.ts'
import classes from './pager.module.css'

export type PageCount = { total: number; isCapped: boolean }

const pageSizes = ['25', '50', '100', '200']

/** '1,234', or '10,000+' if the server stopped counting. */
export const formatTotal = ({ total, isCapped }: PageCount): string =>
  `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`

type PagerProps = { list: Pick<List, 'page' | 'pageSize' | 'set'>; page: PageCount | undefined }

/** The pager below a list. Hidden while everything fits on the smallest page. */
export function Pager({ list, page }: PagerProps) {
  const [smallest] = pageSizes
  if (!page || (page.total <= Number(smallest) && list.page === 1)) return null
  const { page: current, pageSize } = list
  const first = Math.min((current - 1) * pageSize + 1, page.total)
  const last = Math.min(current * pageSize, page.total)
  const sizes = pageSizes.includes(String(pageSize)) ? pageSizes : [String(pageSize), ...pageSizes]
  return (
    <nav className={classes.pager} aria-label="Pages">
      <div className={classes.size}>
        <span aria-hidden>Rows</span>
        <Choice
          className={classes.rows}
          aria-label="Rows per page"
          size="xs"
          data={sizes}
          value={String(pageSize)}
          onChange={(size) => list.set({ pageSize: Number(size) })}
        />
      </div>
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

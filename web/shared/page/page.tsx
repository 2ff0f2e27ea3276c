import type { ComponentProps, ReactNode } from 'react'
import classes from './page.module.css'
import { PageHeader } from './page-header.tsx'
import { usePageTitle } from './page-title.ts'

type PageProps = Omit<ComponentProps<typeof PageHeader>, 'title' | 'isSection'> & {
  title: string
  /** The largest width of the content, in rem. */
  width: number
  children: ReactNode
}

/** A screen that scrolls as a whole; for a list see `ListPage`. */
export function Page({ title, width, children, ...header }: PageProps) {
  usePageTitle(title)
  return (
    <div className={`stack gap-3 ${classes.page}`} style={{ maxWidth: `${width}rem` }}>
      <PageHeader title={title} {...header} />
      {children}
    </div>
  )
}

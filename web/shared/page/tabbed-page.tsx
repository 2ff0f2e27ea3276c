import type { ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'
import { PageTabs } from './page-tabs.tsx'
import classes from './tabbed-page.module.css'

type TabbedPageProps = {
  title: string
  /** The labels of the tabs, by value. */
  tabs: Record<string, string>
  current: string
  onOpen: (tab: string) => void
  /** The content below the tabs: the screen of the current tab. */
  children: ReactNode
  panelClass?: string | undefined
}

/** A screen with a title and tabs, each tab at an address. */
export const TabbedPage = ({ title, ...tabs }: TabbedPageProps) => (
  <div className={`stack h-full ${classes.page}`}>
    <div className={classes.title}>
      <PageHeader title={title} />
    </div>
    <PageTabs {...tabs} />
  </div>
)

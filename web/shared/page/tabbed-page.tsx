import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tabbed-page.module.css'

type TabbedPageProps = {
  title: string
  /** The labels of the tabs, by value. */
  tabs: Record<string, string>
  current: string
  onOpen: (tab: string | null) => void
  /** The content below the tabs: the screen of the current tab. */
  children: ReactNode
  panelClass?: string | undefined
}

/** A screen with a title and tabs, each tab at an address. */
export function TabbedPage({ title, tabs, current, onOpen, children, panelClass = '' }: TabbedPageProps) {
  return (
    <Tabs className={classes.page} value={current} onChange={onOpen} keepMounted={false}>
      <h1 className={classes.title}>{title}</h1>
      <Tabs.List className={classes.tabs}>
        {Object.entries(tabs).map(([tab, label]) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current} className={`${classes.panel} ${panelClass}`}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

type PageTabsProps<Tab extends string> = {
  /** The labels of the tabs, by value. */
  tabs: Partial<Record<Tab, string>>
  current: Tab
  /** Numbers beside the labels, or words with one: '2 to read'. */
  counts?: Partial<Record<Tab, number | string | undefined>>
  onOpen: (tab: Tab) => void
  /** The content of the current tab. */
  children: ReactNode
  panelClass?: string | undefined
}

/** The tabs of a screen, below its title; the content takes the rest of the height. */
export function PageTabs<Tab extends string>({
  tabs,
  current,
  counts = {},
  onOpen,
  children,
  panelClass = '',
}: PageTabsProps<Tab>) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tabs scroll: the current one is never cut off.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab is found by its mark
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <Tabs
      className="stack flex-1 min-h-0"
      value={current}
      onChange={(tab) => tab && onOpen(tab as Tab)}
      keepMounted={false}
    >
      <Tabs.List ref={list} className={`flex-none ${classes.list}`}>
        {Object.entries<string | undefined>(tabs).map(([tab, label]) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
            {Boolean(counts[tab as Tab]) && (
              <span className={`numeric text-muted ${classes.count}`}>
                {counts[tab as Tab]?.toLocaleString('en-US')}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current} className={`flex-1 min-h-0 ${panelClass}`}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

import type { Icon } from '@tabler/icons-react'
import { type AnyRoute, type AnyRouter, useMatches, useRouter } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import type { Action } from 'contract/permissions.ts'
import type { ComponentType, ReactNode } from 'react'

type Company = Session['companies'][number]

type Entry = {
  label: string
  icon: Icon
  /** The address, when it is not that of the route. */
  to?: string
  /** Another path at which the entry is marked as current, with everything below it. */
  under?: string
  /** The key that leads there after G. */
  go?: string
  /** More words that find it in the palette. */
  words?: string
  /** Adds the number of waiting items to the link. The words for the number are the title of the link. */
  Count?: ComponentType<{ link: (title?: string) => ReactNode }>
  /** Which companies have it in their panel; all find it in the palette. */
  isFor?: 'hasPlaces'
}

const groups = ['Main', 'Management', 'SBR Operations'] as const

/** A screen is declared at its route: who may enter, and where people find it. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: Action
    /** The page of the User Guide that explains it and what is below it: the name of a file in docs/guide. */
    guide?: string
    /** Its entry in the sidebar. */
    sidebar?: Entry & { group: (typeof groups)[number] }
    /** Its tab in the panel of the entry of the sidebar above it. */
    panel?: Entry
    /** What only the palette finds: the screen, or parts of it. */
    palette?: PaletteEntry[]
  }
}

type PaletteEntry = Pick<Entry, 'label' | 'icon' | 'to'> & { words: string; hash?: string; search?: object }

/** `needs`: those of its route and of the routes around it. */
export type Destination = Entry & { to: string; needs: Action[] }

export const isAllowed = (permissions: readonly Action[], { needs }: { needs: Action[] }): boolean =>
  needs.every((need) => permissions.includes(need))

const needsOf = ({ options, parentRoute }: AnyRoute): Action[] => [
  ...(parentRoute ? needsOf(parentRoute) : []),
  ...(options.staticData?.needs ? [options.staticData.needs] : []),
]

/** All entries of a kind, in the order of the routes. */
const entriesOf = <Kind extends 'sidebar' | 'panel' | 'palette'>({ routesById }: AnyRouter, kind: Kind) =>
  Object.values<AnyRoute>(routesById).flatMap((route) => {
    const path: string = route.fullPath.replace(/\/$/, '')
    const entries = [route.options.staticData?.[kind] ?? []].flat()
    return entries.map((entry) => ({ to: path, needs: needsOf(route), path, ...entry }))
  })

const isAtOrBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** The groups of the sidebar, each with what these rights may enter (product.md 2). */
export function sidebarOf(router: AnyRouter, permissions: readonly Action[]) {
  const entries = entriesOf(router, 'sidebar').filter((entry) => isAllowed(permissions, entry))
  return groups
    .map((label) => ({ label, items: entries.filter(({ group }) => group === label) }))
    .filter(({ items }) => items.length > 0)
}

/** The panel beside a screen: the tabs below its entry in the sidebar, if there are any. */
export function panelOf(
  router: AnyRouter,
  permissions: readonly Action[],
  { company, pathname }: { company: Company | undefined; pathname: string },
) {
  const tabs = entriesOf(router, 'panel')
  const parent = entriesOf(router, 'sidebar').find(
    ({ path }) => isAtOrBelow(pathname, path) && tabs.some((tab) => isAtOrBelow(tab.path, path)),
  )
  if (!parent) return undefined
  const items = tabs
    .filter((tab) => isAtOrBelow(tab.path, parent.path) && isAllowed(permissions, tab))
    .filter(({ isFor }) => !isFor || company?.[isFor])
  return { label: parent.label, root: parent.path, items }
}

/** The screens of the navigation that a person may see, each once. */
export function allowedDestinations(router: AnyRouter, permissions: readonly Action[]): Destination[] {
  const main = entriesOf(router, 'sidebar')
  const nested = entriesOf(router, 'panel').map((tab) => {
    const parent = main.find(({ path }) => isAtOrBelow(tab.path, path))
    return { ...(parent && { words: parent.label }), ...tab }
  })
  const all: Destination[] = [...main, ...nested]
  return all
    .filter((one) => one.go || !all.some((other) => other !== one && other.to === one.to))
    .filter((one) => isAllowed(permissions, one))
}

/** What only the palette finds. */
export const paletteEntries = (router: AnyRouter) => entriesOf(router, 'palette')

/** The screens that G and a letter lead to. */
export function useGoPlaces(permissions: readonly Action[]): (Destination & { go: string })[] {
  return allowedDestinations(useRouter(), permissions).flatMap((one) => (one.go ? [{ ...one, go: one.go }] : []))
}

/** The address of the page of the User Guide about this screen; the contents when there is none. */
export const useGuidePage = (): string =>
  useMatches({
    select: (matches) => {
      const guide = matches.findLast(({ staticData }) => staticData.guide)?.staticData.guide
      return guide ? `/guide/${guide}` : '/guide'
    },
  })

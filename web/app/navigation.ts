import {
  type Icon,
  IconBox,
  IconBriefcase,
  IconBuildingWarehouse,
  IconBulb,
  IconChartBar,
  IconChecklist,
  IconClipboardText,
  IconClock,
  IconComponents,
  IconDeviceDesktop,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListDetails,
  IconPackages,
  IconPlugConnected,
  IconSettings,
  IconShieldLock,
  IconTable,
  IconTrash,
  IconTruck,
  IconWebhook,
} from '@tabler/icons-react'
import type { Action } from 'contract/permissions.ts'
import type { ComponentType, ReactNode } from 'react'
import { allows } from '../shared/session/session.ts'
import { TaskCount } from '../tasks/task-count.tsx'
import { ProposalCount } from '../time-clock/proposal-count.tsx'

export type Destination = {
  label: string
  to: string
  icon: Icon
  needs?: Action
  /** Another path at which the entry is marked as current, with everything below it. */
  under?: string
  /** The key that leads there after G. */
  go?: string
  /** More words that find it in the palette. */
  words?: string
  /** Adds the number of waiting items to the link. The words for the number are the title of the link. */
  Count?: ComponentType<{ link: (title?: string) => ReactNode }>
}
export type Group = { label: string; items: Destination[] }

/** The entries of the sidebar. Each is shown to people with the right to its screen (product.md 2). */
export const sidebarGroups: Group[] = [
  {
    label: 'Main',
    items: [
      { label: 'Dashboard', to: '/dashboard', go: 'D', under: '/company', icon: IconLayoutDashboard },
      {
        label: 'Inventory',
        to: '/inventory/parts',
        under: '/inventory',
        icon: IconBuildingWarehouse,
        needs: 'inventory.read',
      },
      { label: 'Tasks', to: '/tasks', go: 'T', icon: IconChecklist, needs: 'task.read', Count: TaskCount },
      { label: 'Time Clock', to: '/time-clock', go: 'C', icon: IconClock, needs: 'time.read', Count: ProposalCount },
      { label: 'SOPs', to: '/sops', go: 'S', icon: IconClipboardText, needs: 'sop.read' },
      { label: 'Settings', to: '/settings', go: 'E', icon: IconSettings },
    ],
  },
  {
    label: 'Management',
    items: [
      { label: 'Integrations', to: '/integrations', go: 'I', icon: IconPlugConnected, needs: 'integration.read' },
    ],
  },
  {
    label: 'SBR Operations',
    items: [
      { label: 'Portfolio', to: '/portfolio', go: 'O', icon: IconBriefcase, needs: 'portfolio.read' },
      { label: 'Admin Panel', to: '/admin', go: 'M', icon: IconShieldLock, needs: 'person.read' },
    ],
  },
]

/** The second-level entries, by the path of their parent. */
export const subNavigations: Record<string, { label: string; items: Destination[] }> = {
  '/inventory': {
    label: 'Inventory',
    items: [
      { label: 'Summary', to: '/inventory/summary', go: 'U', icon: IconChartBar },
      { label: 'Parts', to: '/inventory/parts', go: 'P', icon: IconPackages },
      { label: 'Assemblies', to: '/inventory/assemblies', go: 'A', icon: IconComponents },
      { label: 'Products', to: '/inventory/products', go: 'R', icon: IconBox },
      { label: 'Vendors', to: '/inventory/vendors', go: 'V', icon: IconTruck },
      {
        label: 'Movements',
        to: '/inventory/movements',
        go: 'L',
        under: '/inventory/stock-value',
        icon: IconListDetails,
      },
      { label: 'Changes', to: '/inventory/changes', icon: IconHistory },
      { label: 'Deleted', to: '/inventory/deleted', go: 'X', icon: IconTrash, needs: 'activity.undo' },
    ],
  },
  '/time-clock': {
    label: 'Time Clock',
    items: [
      { label: 'Clock', to: '/time-clock', icon: IconClock },
      { label: 'Sheets', to: '/time-clock/sheets', icon: IconTable },
      { label: 'Proposals', to: '/time-clock/proposals', icon: IconInbox, Count: ProposalCount },
      { label: 'Who Is In', to: '/time-clock/wall', icon: IconDeviceDesktop, needs: 'time.decide' },
    ],
  },
  '/integrations': {
    label: 'Integrations',
    items: [
      { label: 'Main', to: '/integrations', icon: IconPlugConnected },
      { label: 'Output', to: '/integrations/logs', icon: IconListDetails },
      { label: 'Webhooks', to: '/integrations/webhooks', icon: IconWebhook },
      { label: 'Suggestions', to: '/integrations/suggestions', icon: IconBulb, needs: 'suggestion.decide' },
    ],
  },
}

/** The screens of the navigation that a person may see, each once. A screen below an entry needs what the entry needs. */
export function allowedDestinations(permissions: readonly Action[]): Destination[] {
  const main = sidebarGroups.flatMap(({ items }) => items)
  const nested = Object.entries(subNavigations).flatMap(([path, { label, items }]) => {
    const needs = main.find(({ to, under = to }) => under === path)?.needs
    return items.map((item): Destination => ({ ...(needs && { needs }), words: label, ...item }))
  })
  const all = [...main, ...nested]
  return all
    .filter((one) => one.go || !all.some((other) => other !== one && other.to === one.to))
    .filter(({ needs }) => allows(permissions, needs))
}

/** The screens that G and a letter lead to. */
export const goPlaces = (permissions: readonly Action[]): (Destination & { go: string })[] =>
  allowedDestinations(permissions).flatMap((one) => (one.go ? [{ ...one, go: one.go }] : []))

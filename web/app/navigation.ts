import {
  type Icon,
  IconBox,
  IconBriefcase,
  IconBuildingWarehouse,
  IconChartBar,
  IconChecklist,
  IconClipboardText,
  IconClock,
  IconComponents,
  IconDeviceDesktop,
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
} from '@tabler/icons-react'
import type { Action } from 'contract/permissions.ts'

export type Destination = {
  label: string
  to: string
  icon: Icon
  needs?: Action
  /** Other paths at which the entry is marked as current. */
  under?: string
}
export type Group = { label: string; items: Destination[] }

/** The entries of the sidebar. Each is shown to people with the right to its screen (product.md 2). */
export const sidebarGroups: Group[] = [
  {
    label: 'Main',
    items: [
      { label: 'Dashboard', to: '/dashboard', under: '/company', icon: IconLayoutDashboard },
      {
        label: 'Inventory',
        to: '/inventory/parts',
        under: '/inventory',
        icon: IconBuildingWarehouse,
        needs: 'inventory.read',
      },
      { label: 'Tasks', to: '/tasks', icon: IconChecklist, needs: 'task.read' },
      { label: 'Time Clock', to: '/time-clock', icon: IconClock, needs: 'time.read' },
      { label: 'SOPs', to: '/sops', icon: IconClipboardText, needs: 'sop.read' },
      { label: 'Settings', to: '/settings', icon: IconSettings },
    ],
  },
  {
    label: 'Management',
    items: [{ label: 'Integrations', to: '/integrations', icon: IconPlugConnected, needs: 'integration.read' }],
  },
  {
    label: 'SBR Operations',
    items: [
      { label: 'Portfolio', to: '/portfolio', icon: IconBriefcase, needs: 'portfolio.read' },
      { label: 'Admin Panel', to: '/admin', icon: IconShieldLock, needs: 'person.read' },
    ],
  },
]

/** The second-level entries, by the path of their parent. */
export const subNavigations: Record<string, { label: string; items: Destination[] }> = {
  '/inventory': {
    label: 'Inventory',
    items: [
      { label: 'Summary', to: '/inventory/summary', icon: IconChartBar },
      { label: 'Parts', to: '/inventory/parts', icon: IconPackages },
      { label: 'Assemblies', to: '/inventory/assemblies', icon: IconComponents },
      { label: 'Products', to: '/inventory/products', icon: IconBox },
      { label: 'Vendors', to: '/inventory/vendors', icon: IconTruck },
      { label: 'Deleted', to: '/inventory/deleted', icon: IconTrash, needs: 'activity.undo' },
    ],
  },
  '/time-clock': {
    label: 'Time Clock',
    items: [
      { label: 'Clock', to: '/time-clock', icon: IconClock },
      { label: 'Sheets', to: '/time-clock/sheets', icon: IconTable },
      { label: 'Proposals', to: '/time-clock/proposals', icon: IconInbox },
      { label: 'Who Is In', to: '/time-clock/wall', icon: IconDeviceDesktop, needs: 'time.decide' },
    ],
  },
  '/integrations': {
    label: 'Integrations',
    items: [
      { label: 'Main', to: '/integrations', icon: IconPlugConnected },
      { label: 'Output', to: '/integrations/logs', icon: IconListDetails },
    ],
  },
}

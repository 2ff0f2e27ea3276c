import {
  type Icon,
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBellCog,
  IconBook,
  IconBuilding,
  IconBuildingStore,
  IconCoins,
  IconDatabaseCog,
  IconDevices,
  IconEye,
  IconHelp,
  IconInbox,
  IconPlayerPlay,
  IconPlugConnected,
  IconReceipt,
  IconRepeat,
  IconShoppingCart,
  IconTool,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'

type FurtherScreen = { label: string; to: string; hash?: string; search?: object; icon: Icon; words: string }

/** Screens and parts of screens that the palette finds, though the navigation has no entry for them. */
export const furtherScreens: FurtherScreen[] = [
  {
    ...{ label: 'Account', to: '/settings/account', icon: IconUser },
    words: 'settings profile name email password sign-in role me',
  },
  {
    ...{ label: 'Sessions', to: '/settings/account', hash: 'sessions', icon: IconDevices },
    words: 'settings account device browser sign out everywhere else log security',
  },
  {
    ...{ label: 'Notification Settings', to: '/settings/account', hash: 'notifications', icon: IconBellCog },
    words: 'settings notifications mute mail digest topics bell',
  },
  {
    ...{ label: 'Utilities', to: '/settings/utilities', icon: IconTool },
    words: 'settings clear cache refresh version feedback',
  },
  {
    ...{ label: 'Parts That Need Restocking', to: '/inventory/parts', search: { isLowStock: 'true' } },
    ...{ icon: IconAlertTriangle, words: 'low stock reorder threshold short buy inventory' },
  },
  {
    ...{ label: 'Stock Value', to: '/inventory/stock-value', icon: IconCoins },
    words: 'inventory worth cost retail money',
  },
  {
    ...{ label: 'Task Templates', to: '/tasks/templates', icon: IconRepeat },
    words: 'recurring repeat every week schedule',
  },
  { label: 'Runs of SOPs', to: '/sops/runs', icon: IconPlayerPlay, words: 'checklist started finished procedure' },
  {
    label: 'Who Has Read SOPs',
    to: '/sops/readings',
    icon: IconEye,
    words: 'acknowledged readings training procedure',
  },
  {
    ...{ label: 'Products Here and in the Store', to: '/integrations/store', icon: IconBuildingStore },
    words: 'shopify compare inventory integrations',
  },
  {
    ...{ label: 'Units Sold', to: '/integrations/sold', icon: IconShoppingCart },
    words: 'shopify sales orders demand products parts store',
  },
  { label: 'QuickBooks', to: '/integrations/quickbooks', icon: IconReceipt, words: 'books accounting' },
  {
    ...{ label: 'Integration Management', to: '/integrations/management', icon: IconPlugConnected },
    words: 'shopify quickbooks shipstation google calendar openai connect sync',
  },
  {
    ...{ label: 'User Management', to: '/admin/users', icon: IconUsers },
    words: 'admin people employees roles access requests invite',
  },
  { label: 'Company Management', to: '/admin/companies', icon: IconBuilding, words: 'admin portfolio companies' },
  { label: 'Feedback', to: '/admin/feedback', icon: IconInbox, words: 'admin inbox ideas bugs' },
  {
    ...{ label: 'System Health', to: '/settings/utilities/health', icon: IconActivityHeartbeat },
    words: 'admin server disk memory jobs status',
  },
  {
    ...{ label: 'Database Tools', to: '/settings/utilities/database', icon: IconDatabaseCog },
    words: 'admin backup maintenance vacuum',
  },
  { label: 'User Guide', to: '/guide', icon: IconBook, words: 'help manual documentation how' },
  { label: 'FAQ', to: '/guide/faq', icon: IconHelp, words: 'help questions answers' },
]

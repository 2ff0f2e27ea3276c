import { useComputedColorScheme } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBell,
  IconBuilding,
  IconClock,
  IconDownload,
  IconFileExport,
  IconFileImport,
  IconFileSpreadsheet,
  IconHelp,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconMessage,
  IconMoon,
  IconPalette,
  IconPlus,
  IconSun,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { readingOnly } from 'contract/companies/sold-companies.ts'
import { type Action, reachOf } from 'contract/permissions.ts'
import type { Command } from '../finding/commands.ts'
import { tabId } from '../revenue/revenue-formulas.ts'
import { useKeptAppearance } from '../shared/appearance/appearance.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { at } from '../shared/page/at.ts'
import { isTouchOnly } from '../shared/page/use-is-phone.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { type Recent, rememberRecord } from '../shared/record/recent.ts'
import { useAppearanceSaving } from '../shared/session/preferences.ts'
import { allows, seesAllCompanies, useCompany, useCompanyId, useSession } from '../shared/session/session.ts'
import { companyOnly } from '../shared/table/list-search.ts'
import { exportOnScreen } from '../shared/table/toolbar/export-place.tsx'
import { allowedDestinations, paletteEntries, useGuidePage } from './navigation.ts'
import { useCompanySwitch } from './shell/header/company-switcher.tsx'
import { useSignOut } from './shell/header/sign-out.ts'

const makes: { label: string; to: string; words: string }[] = [
  { label: 'Add Part', to: '/inventory/parts/new', words: 'new create' },
  { label: 'Add Assembly', to: '/inventory/assemblies/new', words: 'new create bom' },
  { label: 'Add Product', to: '/inventory/products/new', words: 'new create sku' },
  { label: 'Add Vendor', to: '/inventory/vendors/new', words: 'new create supplier' },
  { label: 'Create Task', to: '/tasks/new', words: 'new add assign' },
  { label: 'Add SOP', to: '/sops/new', words: 'new create procedure' },
  { label: 'Create User', to: '/admin/users/new', words: 'new add person invite employee' },
  { label: 'Create Company', to: '/admin/companies/new', words: 'new add' },
]

/** The screens, actions and companies that this person may use, for the palette. @param onKeys shows the sheet of keys */
export function usePaletteCommands(onKeys: () => void): Command[] {
  const places = usePlaces()
  const actions = useActions(places, onKeys)
  const companies = useCompanies()
  return [...actions, ...screensOf(places), ...companies]
}

type Places = ReturnType<typeof usePlaces>

/** `go` leads to a screen in the same company; `may` and `mayOpen` say what the person has the right to. */
function usePlaces() {
  const { permissions } = useSession()
  const isSold = useCompany()?.status === 'sold'
  const navigate = useNavigate()
  const router = useRouter()
  const offered = isSold ? readingOnly(permissions) : permissions
  const may = (needs: Action) => offered.includes(needs)
  return {
    router,
    permissions,
    may,
    mayOpen: ({ to }: { to: string }) =>
      router.getMatchedRoutes(to)[0].every(({ options: { staticData } }) => allows(offered, staticData?.needs)),
    go:
      (to: string, search: object = {}, hash = '') =>
      () =>
        void navigate({ ...at(to, (before) => ({ ...companyOnly(before), ...search })), hash }),
  }
}

function useActions({ may, mayOpen, go }: Places, onKeys: () => void): Command[] {
  const guide = useGuidePage()
  const theme = useThemeCommand()
  const signOut = useSignOut()
  const action = (command: Omit<Command, 'id' | 'group'>): Command => ({
    id: command.label,
    group: 'Actions',
    ...command,
  })
  return [
    ...(may('time.clock')
      ? [action({ label: 'Clock In or Out', icon: IconClock, run: go('/time-clock'), words: 'shift time' })]
      : []),
    ...exporting().map(action),
    ...makes.filter(mayOpen).map(({ to, ...rest }) => action({ ...rest, icon: IconPlus, run: go(to) })),
    ...(may('inventory.import')
      ? [
          action({
            label: 'Import or Export Inventory',
            icon: IconFileImport,
            run: go('/inventory/summary', { tab: 'transfer' }),
            words:
              'csv excel spreadsheet file data save as backup upload download undo past imports accountant payroll hours',
          }),
        ]
      : []),
    ...settings(go, may('activity.undo')).map(action),
    theme,
    ...(isTouchOnly()
      ? []
      : [action({ label: 'Keyboard Shortcuts', icon: IconKeyboard, keys: '?', run: onKeys, words: 'keys' })]),
    action({ label: 'Help for This Screen', icon: IconHelp, run: go(guide), words: 'guide manual' }),
    action({ label: 'Sign Out', icon: IconLogout, run: () => signOut.mutate(), words: 'log out logout logoff leave' }),
  ]
}

/** The export of the list on screen, when it has one. */
function exporting(): Omit<Command, 'id' | 'group'>[] {
  const open = exportOnScreen()
  if (!open) return []
  const label = 'Export This List (CSV or Excel)'
  return [
    { label, icon: IconFileSpreadsheet, run: open, words: 'download csv xlsx spreadsheet table file data save as' },
  ]
}

function screensOf({ router, permissions, mayOpen, go }: Places): Command[] {
  const navigation = allowedDestinations(router, permissions).map(
    ({ label, to, icon, go: letter, words }): Command => ({
      ...{ id: `screen ${to}`, group: 'Screens', label, icon, run: go(to) },
      ...(letter && { keys: `G ${letter}` }),
      ...(words && { words }),
    }),
  )
  const further = paletteEntries(router)
    .filter(mayOpen)
    .map(
      ({ label, to, search, hash, icon, words }): Command => ({
        ...{ id: `screen ${label}`, group: 'Screens', label, icon, words, run: go(to, search, hash) },
      }),
    )
  return [...navigation, ...further]
}

function useCompanies(): Command[] {
  const session = useSession()
  const switchTo = useCompanySwitch()
  const companyId = useCompanyId()
  if (!seesAllCompanies(session)) return []
  return session.companies
    .filter(({ id }) => id !== companyId)
    .map(
      ({ id, name }): Command => ({
        ...{ id, group: 'Companies', label: name, icon: IconBuilding, run: () => switchTo(id) },
      }),
    )
}

/** Commands for people who do not know the screen that has them. */
const settings = (go: (to: string) => () => void, canUndo: boolean): Omit<Command, 'id' | 'group'>[] => [
  {
    label: 'Make a Token',
    icon: IconKey,
    run: go('/settings/account/tokens/new'),
    words: 'new personal access api key script',
  },
  {
    label: 'Change Colours and Font Size',
    icon: IconPalette,
    run: go('/settings/design'),
    words:
      'colors colour scheme look appearance theme dark light night mode text larger bigger smaller zoom compact animations sidebar',
  },
  {
    label: 'Export Data as JSON',
    icon: IconDownload,
    run: go('/settings/utilities'),
    words: 'download backup utilities my own file save as',
  },
  {
    ...{ label: 'How to Export a List', icon: IconFileExport, run: go('/guide/export') },
    words: 'download csv excel xlsx spreadsheet file save as',
  },
  { label: 'Give Feedback', icon: IconMessage, run: go('/settings/utilities'), words: 'bug idea problem report' },
  { label: 'See Notifications', icon: IconBell, run: go('/notifications'), words: 'needs me inbox bell unread told' },
  ...(canUndo
    ? [{ label: 'Bring Back What Was Deleted', icon: IconTrash, run: go('/inventory/deleted'), words: 'undo restore' }]
    : []),
  {
    ...{ label: 'How to Undo a Change', icon: IconArrowBackUp, run: go('/guide/undo') },
    words: 'revert take back mistake history',
  },
]

function useThemeCommand(): Command {
  const look = useKeptAppearance()
  const saving = useAppearanceSaving(failedTo('remember your choice'))
  const next = useComputedColorScheme('dark') === 'dark' ? 'light' : 'dark'
  return {
    ...{
      id: 'theme',
      group: 'Actions',
      label: `Switch to ${next === 'light' ? 'Light' : 'Dark'} Mode`,
      words: 'theme colour dark light night appearance',
    },
    icon: next === 'light' ? IconSun : IconMoon,
    run: () => saving.mutate({ ...look, theme: next }),
  }
}

/** The address for a found record: for a person, administrators get the person and those who assign get their tasks; for an order, the tables of the revenue. */
export function useRecordAddress() {
  const session = useSession()
  const { user, role, permissions } = session
  const companyId = useCompanyId()
  const placeOf = useAddressOf()
  const navigate = useNavigate()
  const addressOf = ({ kind, id, number }: Recent): { to: string; search?: object; hash?: string } | undefined => {
    if (kind === 'order') {
      if (!permissions.includes('revenue.read')) return undefined
      const to = seesAllCompanies(session) ? `/company/${companyId}` : '/dashboard'
      return { to, search: { orderNumber: number }, hash: tabId('orders') }
    }
    if (kind !== 'person') {
      const to = placeOf(kind, id)
      return to === undefined ? undefined : { to }
    }
    if (permissions.includes('person.read')) return { to: `/admin/users/${id}` }
    if (!permissions.includes('task.create')) return undefined
    const scope = reachOf(role, 'task.read') === 'own' ? 'team' : 'all'
    return { to: '/tasks', search: { scope, assignedTo: id } }
  }
  const open = (record: Recent) => {
    const address = addressOf(record)
    if (!address) return
    const { kind, id, number, name } = record
    rememberRecord(user.id, companyId, { kind, id, number, name })
    const { to, search, hash = '' } = address
    void navigate({ ...at(to, (before) => ({ ...companyOnly(before), ...search })), hash })
  }
  return { addressOf, open }
}

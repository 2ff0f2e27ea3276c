import { IconClock, IconDeviceDesktop, IconInbox, IconTable } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { ProposalCount } from '../../time-clock/proposals/proposal-count.tsx'
import { sheetSearch } from '../../time-clock/sheets/sheet-period.ts'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const timeClockRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/time-clock',
  staticData: {
    ...{ needs: 'time.read', guide: 'time-clock' },
    sidebar: { group: 'Main', label: 'Time Clock', icon: IconClock, go: 'C', Count: ProposalCount },
    panel: { label: 'Clock', icon: IconClock },
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../time-clock/time-clock-page.tsx'), 'TimeClockPage'),
})

const sheetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/time-clock/sheets',
  staticData: { needs: 'time.read', guide: 'time-clock', panel: { label: 'Sheets', icon: IconTable } },
  validateSearch: sheetSearch,
  component: screenOf(() => import('../../time-clock/sheets/time-sheets-page.tsx'), 'TimeSheetsPage'),
})

const proposalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/time-clock/proposals',
  staticData: {
    ...{ needs: 'time.read', guide: 'time-clock' },
    panel: { label: 'Proposals', icon: IconInbox, Count: ProposalCount },
  },
  component: screenOf(() => import('../../time-clock/proposals/proposals-page.tsx'), 'ProposalsPage'),
})

const wallRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/time-clock/wall',
  staticData: {
    ...{ needs: 'time.decide', guide: 'time-clock' },
    panel: { label: 'Who Is In', icon: IconDeviceDesktop },
  },
  component: screenOf(() => import('../../time-clock/wall-page.tsx'), 'WallPage'),
})

/** Screens of their own beside the list of entries. */
export const timeClockPages = [sheetsRoute, proposalsRoute, wallRoute]

/** /time-clock, and the dialogs of its list. */
export const timeClockRoutes = timeClockRoute.addChildren([
  createRoute({
    getParentRoute: () => timeClockRoute,
    path: 'new',
    staticData: { needs: 'time.edit' },
    component: screenOf(() => import('../../time-clock/entries/entry-dialogs.tsx'), 'MissingEntryForm'),
  }),
  createRoute({
    getParentRoute: () => timeClockRoute,
    path: 'propose',
    staticData: { needs: 'time.propose' },
    component: screenOf(() => import('../../time-clock/entries/entry-dialogs.tsx'), 'MissingProposalForm'),
  }),
  createRoute({
    getParentRoute: () => timeClockRoute,
    path: '$id/propose',
    staticData: { needs: 'time.propose' },
    component: screenOf(() => import('../../time-clock/entries/entry-dialogs.tsx'), 'CorrectionProposalForm'),
  }),
  createRoute({
    getParentRoute: () => timeClockRoute,
    path: '$id',
    staticData: { record: '34rem' },
    component: screenOf(() => import('../../time-clock/entries/time-entry-details.tsx'), 'TimeEntryDetails'),
  }),
  createRoute({
    getParentRoute: () => timeClockRoute,
    path: '$id/edit',
    staticData: { needs: 'time.edit' },
    component: screenOf(() => import('../../time-clock/entries/time-entry-form.tsx'), 'EditTimeEntryForm'),
  }),
])

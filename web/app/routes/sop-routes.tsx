import { IconClipboardText, IconEye, IconPlayerPlay } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { recordRoutes } from './record-routes.ts'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const sopsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops',
  staticData: {
    ...{ needs: 'sop.read', guide: 'sops' },
    sidebar: { group: 'Main', label: 'SOPs', icon: IconClipboardText, go: 'S' },
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../sops/sops-page.tsx'), 'SopsPage'),
})

const records = recordRoutes(
  sopsRoute,
  { add: 'sop.create', edit: 'sop.write' },
  {
    add: screenOf(() => import('../../sops/sop-form.tsx'), 'NewSopForm'),
    details: screenOf(() => import('../../sops/sop-details.tsx'), 'SopDetails'),
    edit: screenOf(() => import('../../sops/sop-form.tsx'), 'EditSopForm'),
    width: '46rem',
  },
)

const readRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/$id/read',
  staticData: { needs: 'sop.read', guide: 'sops' },
  component: screenOf(() => import('../../sops/reading/sop-page.tsx'), 'SopPage'),
})

const readingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/readings',
  staticData: {
    ...{ needs: 'sop.overview', guide: 'sops' },
    palette: [{ label: 'Who Has Read SOPs', icon: IconEye, words: 'acknowledged readings training procedure' }],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../sops/reading/readings-page.tsx'), 'ReadingsPage'),
})

const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/runs',
  staticData: {
    ...{ needs: 'sop.run', guide: 'sops' },
    palette: [{ label: 'Runs of SOPs', icon: IconPlayerPlay, words: 'checklist started finished procedure' }],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../sops/runs/runs-page.tsx'), 'RunsPage'),
})

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sops/runs/$id',
  staticData: { needs: 'sop.run', guide: 'sops' },
  component: screenOf(() => import('../../sops/runs/run-page.tsx'), 'RunPage'),
})

/** /sops and everything below it; the pages that stand alone. */
export const sopRoutes = [sopsRoute.addChildren(records), readRoute, readingsRoute, runsRoute, runRoute]

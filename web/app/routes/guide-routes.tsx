import { IconBook, IconHelp } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { screenOf } from './screen-code.ts'
import { shellRoute } from './shell-route.tsx'

const load = () => import('../../settings/guide/guide-page.tsx')

/** /guide: for everybody who is signed in. */
export const guideRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide',
    staticData: {
      palette: [
        { label: 'User Guide', icon: IconBook, words: 'help manual documentation how' },
        { label: 'FAQ', to: '/guide/faq', icon: IconHelp, words: 'help questions answers' },
      ],
    },
    component: screenOf(load, 'GuideContents'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/guide/$page',
    component: screenOf(load, 'GuidePage'),
  }),
]

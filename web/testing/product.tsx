// Must come first, before any schema is made.
import '../shared/without-eval.ts'
import '../app/styles/styles.ts'
import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Session, SignedInPerson } from 'contract/identity/session.ts'
import { isGroupWide, permissionsOf, type Role } from 'contract/permissions.ts'
import { createRoot, type Root } from 'react-dom/client'
import { Appearance } from '../app/appearance.tsx'
import { newRouter } from '../app/routes/routes.tsx'
import { queries } from '../shared/api/queries.ts'
import { ignoreHastyPresses, ignoreSecondSubmits } from '../shared/form/one-press.ts'
import { trackPaths } from '../shared/record/visited-paths.ts'
import { newId, sampleOf } from './samples.ts'
import { type Answers, answerWith, type Server } from './server.ts'

ignoreSecondSubmits(queries.getMutationCache())
ignoreHastyPresses()

/** Nothing is told from outside: a test that waits for an event of the server belongs to the journeys. */
window.EventSource = class extends EventTarget {
  close() {}
} as unknown as typeof EventSource

export const company = sampleOf(Session.shape.companies.element, {
  name: 'North Workshop',
  status: 'active',
  timeZone: 'Europe/Berlin',
})
export const me = sampleOf(SignedInPerson, { id: newId(), email: 'olga@north.example', firstName: 'Olga' })

/** Another company, which people of the firm see, too. */
export const south = sampleOf(Session.shape.companies.element, {
  name: 'South Supply',
  status: 'active',
  timeZone: 'Europe/Berlin',
})

/** The session of somebody with a role. */
export const sessionOf = (role: Role): Session => ({
  user: me,
  ...{ role, companyId: company.id, permissions: permissionsOf(role) },
  companies: isGroupWide(role) ? [company, south] : [company],
  ...{ isDemo: false, hasPasswords: false },
})

let mounted: { root: Root; router: ReturnType<typeof newRouter> } | undefined

/**
 * Opens the product at an address, as somebody with a role sees it, without a server: `answers` says what the procedures answer that the test is
 * about. The product of the test before is gone.
 */
export function open(path: string, role: Role, answers: Answers = {}): Server {
  end()
  window.history.replaceState(null, '', path)
  const session = sessionOf(role)
  const server = answerWith({
    session: {
      get: () => session,
      check: () => ({ role, companyId: company.id, companyCount: session.companies.length, refusesChanges: false }),
    },
    ...answers,
  })
  document.documentElement.dataset.mantineColorScheme = 'dark'
  document.documentElement.dataset.accent = 'default'
  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  mounted = { root: createRoot(place), router: newRouter() }
  trackPaths(mounted.router)
  mounted.root.render(
    <QueryClientProvider client={queries}>
      <Appearance>
        <RouterProvider router={mounted.router} />
      </Appearance>
    </QueryClientProvider>,
  )
  return server
}

function end() {
  mounted?.root.unmount()
  mounted?.router.history.destroy()
  document.getElementById('root')?.remove()
  cleanNotificationsQueue()
  cleanNotifications()
  queries.clear()
  localStorage.clear()
}

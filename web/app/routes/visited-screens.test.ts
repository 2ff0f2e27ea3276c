import { expect, test, vi } from 'vitest'
import { screens } from '../../../scripts/screens-to-visit.ts'

vi.hoisted(() => {
  // The router needs the kind of pointer of the device, and the client of the API its own address.
  const location = { origin: 'http://localhost' }
  const window = { location, addEventListener: () => undefined, matchMedia: () => ({ matches: false }) }
  Object.assign(globalThis, { window })
})

const { router } = await import('./routes.tsx')

const anyId = '0190aaaa-0000-7000-8000-000000000001'
const routeAt = (address: string) => router.getMatchedRoutes(address.replace(/\?.*/, ''))[2]
const visited = screens.map(({ name, path }) => ({ name, route: routeAt(path.replace(/\{\w+\}/, anyId)) }))

test('`npm run screens` visits every screen that has an address', () => {
  const known = new Set(visited.map(({ route }) => route?.id))
  const missing = Object.values(router.routesById)
    .flatMap(({ fullPath }) => routeAt(fullPath.replace(/\$\w*/g, anyId)) ?? [])
    // These routes show nothing themselves: they lead to another address.
    .filter(({ fullPath, options }) => fullPath !== '/' && !options.beforeLoad)
    .filter(({ id }) => !known.has(id))
    .map(({ fullPath }) => fullPath)
  expect(missing).toEqual([])
})

test('each address that it visits exists in the product', () => {
  const lost = visited.filter(({ route }) => !route || route.fullPath === '/$').map(({ name }) => name)
  expect(lost).toEqual(['not-found'])
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AnyRoute } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { further, listFor } from '../../../scripts/screens/screens-to-visit.ts'
import { pages } from '../../settings/guide/contents.ts'

const page = fileURLToPath(new URL('../../../docs/product.md', import.meta.url))

vi.hoisted(() => {
  // The router needs the kind of pointer of the device, and the client of the API its own address.
  const location = { origin: 'http://localhost' }
  const window = { location, addEventListener: () => undefined, matchMedia: () => ({ matches: false }) }
  Object.assign(globalThis, { window })
})

const { router } = await import('./routes.tsx')

const anyId = '0190aaaa-0000-7000-8000-000000000001'
const routes: AnyRoute[] = Object.values(router.routesById)
/** Without those that only lead to another address or stand around screens. */
const screens = routes.filter(({ options }) => !options.beforeLoad && !options.staticData?.isFrame)
const matchesAt = (address: string) =>
  router.getMatchedRoutes(address.replace(/\?.*/, '').replaceAll(/\$\w+/g, anyId))[0]

test('`npm run screens` knows a list for each record that has an address', () => {
  for (const { fullPath } of routes.filter(({ fullPath }) => !['/$', '/guide/$page'].includes(fullPath)))
    expect(() => listFor(fullPath)).not.toThrow()
})

test('each further address that it visits exists in the product', () => {
  const lost = further.filter(({ path }) => matchesAt(path).at(-1)?.fullPath === '/$').map(({ name }) => name)
  expect(lost).toEqual(['not-found'])
})

test('every screen has a page of the User Guide', () => {
  const guides = screens.flatMap(({ options }) => options.staticData?.guide ?? [])
  expect(guides.filter((guide) => !pages.some(({ slug }) => slug === guide))).toEqual([])
  const without = screens.filter(
    ({ fullPath }) => !matchesAt(fullPath).some(({ options }: AnyRoute) => options.staticData?.guide),
  )
  expect(without.map(({ fullPath }) => fullPath)).toEqual(['/', '/guide', '/guide/$page', '/$'])
})

test('product.md 2 names every screen of the navigation and the palette', () => {
  const [section = ''] = /\n## 2\. Screens\n[\s\S]*?\n## 3\. /.exec(readFileSync(page, 'utf8')) ?? []
  const shown = screens.filter(({ options }) => {
    const { sidebar, panel, palette } = options.staticData ?? {}
    return sidebar ?? panel ?? palette
  })
  const missing = shown.map(({ fullPath }) => fullPath.replace(/\/$/, '')).filter((path) => !isNamed(section, path))
  expect(missing).toEqual([])
})

/** Whole, or as the end of an address that begins like the one before it: `/settings`, `…/account`. */
const isNamed = (text: string, path: string) =>
  [path, `…/${path.split('/').slice(2).join('/')}`, `…${path.slice(path.lastIndexOf('/'))}`].some((address) =>
    text.includes(`\`${address}\``),
  )

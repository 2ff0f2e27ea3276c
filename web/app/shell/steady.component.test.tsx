import { PartDetails } from 'contract/inventory/parts.ts'
import type { Role } from 'contract/permissions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { fullLists } from '../../testing/lists.ts'
import { boxOf, found, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'

async function topsOf(what: string, screens: [Role, string][]) {
  const tops = new Set<number>()
  for (const [role, path] of screens) {
    open(path, role)
    tops.add(Math.round((await found(`#main ${what}`)).getBoundingClientRect().y))
  }
  return [...tops]
}

test('titles of all screens are at one height, and so are their tabs', async () => {
  const paths = ['/inventory/parts', '/dashboard', '/portfolio', '/time-clock', '/guide', '/guide/parts']
  const ofFirm = paths.map((path): [Role, string] => ['sbr_operator', path])
  const all: [Role, string][] = [...ofFirm, ['manager', '/dashboard'], ['manager', '/inventory/parts']]
  expect(await topsOf('h1', all)).toHaveLength(1)
  const tabbed = ['/inventory/summary', '/sops', '/tasks', '/settings/design']
  expect(
    await topsOf(
      '[role=tablist]',
      tabbed.map((path) => ['sbr_operator', path]),
    ),
  ).toHaveLength(1)
})

test('a message on a phone is above the bar of the shell', async () => {
  await resize(390, 844)
  const part = sampleOf(PartDetails, { partNumber: 'P-1', name: 'Bolt' })
  open(`/inventory/parts/${part.id}/edit`, 'company_operator', {
    parts: { get: () => part, update: () => ({ ...part, changeSetId: null }) },
  })
  const form = page.getByRole('dialog')
  await form.getByLabelText('Location').first().fill('Shelf above the bar')
  await form.getByRole('button', { name: 'Update' }).click()
  const message = page.getByRole('alert').filter({ hasText: words.parts.updated })
  await expect.element(message).toBeVisible()
  expect(boxOf(message).bottom).toBeLessThanOrEqual(boxOf(page.getByRole('navigation', { name: 'Shortcuts' })).y)
})

/** The title of a list and its buttons, by the middle of each. A count without room is out of sight, in a second line. */
function crookedIn(header: Element): string[] {
  const middle = (each: Element | null) => {
    const box = each?.getBoundingClientRect()
    return box ? box.y + box.height / 2 : 0
  }
  const line = middle(header.querySelector('h1'))
  const beside = header.querySelectorAll('button:not([class*=counts] *), a:not([class*=counts] *)')
  return [...beside].filter((each) => Math.abs(middle(each) - line) >= 8).map(({ textContent }) => textContent)
}

const lists = ['/inventory/parts', '/inventory/vendors', '/inventory/products', '/tasks', '/sops']

test.each([[1280, '/inventory/parts'] as const, ...lists.map((path) => [1440, path] as const)])(
  'at %d px a record beside %s leaves its rows in place, and the second press of two opens no other',
  async (width, path) => {
    await resize(width, 900)
    open(path, 'company_operator', fullLists())
    const row = await found('#main [data-row-link]', 2)
    const top = () => Math.round(row.getBoundingClientRect().y)
    const before = top()
    await page.elementLocator(row).click()
    await found('[data-beside]')
    await expect.poll(top).toBe(before)
    await expect.poll(() => crookedIn(document.querySelector('#main header') as Element)).toEqual([])
    const beside = page.elementLocator(await found('[data-beside]'))
    await beside.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => document.querySelector('[data-beside]')).toBeNull()
    const opened = new Set<string>()
    const note = ({ destination }: NavigateEvent) => void opened.add(new URL(destination.url).pathname)
    navigation.addEventListener('navigate', note)
    await page.elementLocator(row).dblClick()
    await found('[data-beside]')
    navigation.removeEventListener('navigate', note)
    expect(opened.size).toBe(1)
    await page
      .elementLocator(await found('[data-beside]'))
      .getByRole('button', { name: 'Close' })
      .click()
    await expect.poll(() => document.querySelector('[data-beside]')).toBeNull()
    expect(top()).toBe(before)
  },
)

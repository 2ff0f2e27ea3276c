import { expect, type Locator, type Page } from '@playwright/test'
import type { Notification } from 'contract/notifications/notifications.ts'
import { test } from '../journey.ts'
import { people, signIn, visit } from '../people.ts'

type Told = Pick<Notification, 'topic' | 'entityType'> & Partial<Pick<Notification, 'entityId' | 'params'>>

/** A notice, and what its screen shows. */
type Place = [Told, () => Locator]

const lists = {
  part: 'parts',
  assembly: 'assemblies',
  product: 'products',
  vendor: 'vendors',
  sop: 'sops',
  task: 'tasks',
  time_entry: 'time-entries',
}

/** The notices of the page become these, each about a record that is there. */
async function tell(page: Page, notices: Told[]) {
  const { companies } = await (await page.request.get('/api/session')).json()
  const companyId: string = companies.find(({ name }: { name: string }) => name.startsWith('North')).id
  const records: Record<string, { id: string }> = {}
  for (const [kind, list] of Object.entries(lists)) {
    const scope = kind === 'task' ? '&scope=all' : ''
    const found = await (await page.request.get(`/api/companies/${companyId}/${list}?pageSize=10${scope}`)).json()
    records[kind] = found.items[0]
  }
  const items = notices.map(
    ({ topic, entityType, params = {} }, index): Notification => ({
      ...{
        id: `0190aaaa-0000-7000-8000-0000000000${index + 10}`,
        companyId,
        companyName: 'North',
        topic,
        entityType,
        params,
      },
      entityId: entityType && (records[entityType]?.id ?? '0190aaaa-0000-7000-8000-000000000001'),
      ...{ recordName: `Record ${index}`, actorName: 'Ann', isRead: true },
      ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
    }),
  )
  await page.route(/\/api\/notifications(\?|$)/, (route) =>
    route.fulfill({ json: { items, total: items.length, isCapped: false, page: 1, pageSize: 50 } }),
  )
}

test('a notice of each kind leads to a screen that shows what it is about', async ({ page }) => {
  await signIn(page, people.operator, '/notifications')
  const dialog = page.getByRole('dialog')
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const record = (topic: Told['topic'], entityType: Told['entityType']): Place => [
    { topic, entityType },
    () => dialog.getByRole('heading', { level: 2 }).first(),
  ]
  const places: Place[] = [
    record('task_assigned', 'task'),
    ...(['part', 'assembly', 'product', 'vendor', 'sop'] as const).map((kind) => record('mentioned', kind)),
    [{ topic: 'part_low', entityType: null, params: { count: 3 } }, () => heading('Parts')],
    [{ topic: 'sync_failed', entityType: 'integration' }, () => heading('Integrations')],
    [{ topic: 'backup_failed', entityType: null }, () => page.getByRole('region', { name: 'Backup Files' })],
    [{ topic: 'access_asked', entityType: 'access_request' }, () => heading('Admin Panel')],
    [{ topic: 'role_changed', entityType: null }, () => page.getByRole('region', { name: 'Sessions' })],
    [{ topic: 'correction_proposed', entityType: 'time_entry' }, () => heading('Proposals')],
    record('clock_out_forgotten', 'time_entry'),
  ]
  await tell(
    page,
    places.map(([notice]) => notice),
  )
  for (const [index, [{ topic }, shown]] of places.entries()) {
    // The list from before the made-up answer stays in the cache for a while, so the first time the page is loaded anew.
    await (index === 0 ? page.goto('/notifications') : visit(page, '/notifications'))
    await page.locator('tbody [data-row-link]').nth(index).click()
    await expect(shown(), topic).toBeVisible()
    await expect(page).not.toHaveURL(/\/notifications/)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
    await expect(page.locator('main [role=alert], [role=dialog] [role=alert]')).toHaveCount(0)
  }
})

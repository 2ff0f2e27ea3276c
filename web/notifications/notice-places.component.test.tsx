import { Assembly } from 'contract/inventory/assemblies.ts'
import { PartDetails } from 'contract/inventory/parts.ts'
import { Product } from 'contract/inventory/products.ts'
import { Vendor } from 'contract/inventory/vendors.ts'
import { Notification } from 'contract/notifications/notifications.ts'
import { Sop } from 'contract/sops/sops.ts'
import { Task } from 'contract/tasks/tasks.ts'
import { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectNone } from '../testing/look.ts'
import { company, open } from '../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../testing/samples.ts'
import type { Answers } from '../testing/server.ts'

type Notice = Pick<Notification, 'topic' | 'entityType'> & Partial<Pick<Notification, 'params'>>

const heading = (name: string) => () => page.getByRole('heading', { name, level: 1 })
const region = (name: string) => () => page.getByRole('region', { name })
const record = (name: string) => () => page.getByRole('dialog').getByRole('heading', { name, level: 2 })

const bare = { pictureId: null, linePictures: {} }
const clock = { timeZone: company.timeZone, now: '2026-11-02T10:00:00.000Z', shiftHours: 12, revisions: [] }

/** A record of each kind, whatever its id. */
const records: Answers = {
  tasks: { get: ({ id }) => sampleOf(Task, { id, title: 'Sweep' }) },
  parts: { get: ({ id }) => sampleOf(PartDetails, { id, partNumber: 'P-1', name: 'Bolt' }) },
  assemblies: { get: ({ id }) => ({ ...sampleOf(Assembly, { id, assemblyNumber: 'A-1', name: 'Frame' }), ...bare }) },
  products: { get: ({ id }) => ({ ...sampleOf(Product, { id, sku: 'S-1', name: 'Pump' }), ...bare }) },
  vendors: { get: ({ id }) => sampleOf(Vendor, { id, name: 'Acme' }) },
  sops: { get: ({ id }) => sampleOf(Sop, { id, title: 'Cleaning' }) },
  timeEntries: { get: ({ id }) => ({ ...sampleOf(TimeEntry, { id, userName: 'Emil' }), ...clock }) },
}

test.each<[Notice, () => Locator]>([
  [{ topic: 'task_assigned', entityType: 'task' }, record('Sweep')],
  [{ topic: 'mentioned', entityType: 'part' }, record('Bolt')],
  [{ topic: 'mentioned', entityType: 'assembly' }, record('Frame')],
  [{ topic: 'mentioned', entityType: 'product' }, record('Pump')],
  [{ topic: 'mentioned', entityType: 'vendor' }, record('Acme')],
  [{ topic: 'mentioned', entityType: 'sop' }, record('Cleaning')],
  [{ topic: 'part_low', entityType: null, params: { count: 3 } }, heading('Parts')],
  [{ topic: 'sync_failed', entityType: 'integration' }, heading('Integrations')],
  [{ topic: 'backup_failed', entityType: null }, region('Backup Files')],
  [{ topic: 'access_asked', entityType: 'access_request' }, heading('Admin Panel')],
  [{ topic: 'role_changed', entityType: null }, region('Sessions')],
  [{ topic: 'correction_proposed', entityType: 'time_entry' }, heading('Proposals')],
  [{ topic: 'clock_out_forgotten', entityType: 'time_entry' }, record('Emil')],
])(
  'a notification of $topic about $entityType leads to a screen that shows what it is about',
  async (notice, shown) => {
    const item = sampleOf(Notification, {
      ...{ companyId: company.id, companyName: company.name, recordName: 'Record', actorName: 'Ann', isRead: true },
      ...{ entityId: notice.entityType && newId(), ...notice },
    })
    open('/notifications', 'sbr_operator', {
      ...records,
      notifications: { listOwn: () => pageWith([item]) },
    })
    await page.getByRole('row').getByRole('link').click()
    await expect.element(shown()).toBeVisible()
    expect(window.location.pathname).not.toBe('/notifications')
    await expectNone(page.getByRole('heading', { name: 'Page not found' }))
    expect(document.querySelectorAll('main [role=alert], [role=dialog] [role=alert]')).toHaveLength(0)
  },
)

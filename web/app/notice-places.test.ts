import { noticeRecords, type Topic, topicNames } from 'contract/notifications/topics.ts'
import { expect, test, vi } from 'vitest'
import { addressOfNotice } from '../notifications/notice-address.ts'

vi.hoisted(() => {
  // The router needs the kind of pointer of the device, and the client of the API its own address.
  const location = { origin: 'http://localhost' }
  const window = { location, addEventListener: () => undefined, matchMedia: () => ({ matches: false }) }
  Object.assign(globalThis, { window })
})

const { router } = await import('./routes/routes.tsx')
const { places } = await import('./places.ts')

const id = '0190aaaa-0000-7000-8000-000000000001'
const addressOf = (kind: string) => places.lists[kind] && `${places.lists[kind]}/${id}`
const screenAt = (address: string | undefined) => router.getMatchedRoutes(address ?? '/nowhere')[2]?.fullPath

/** The topics that may come without a record: about many at once, or about something that does not exist yet. */
const withoutRecord: Topic[] = [
  'part_low',
  'backup_failed',
  'webhook_off',
  'role_changed',
  'correction_proposed',
  'correction_decided',
]

test('a notice about any record leads to a screen of the product', () => {
  const lost = [
    ...noticeRecords.map((entityType) => ({ topic: topicOf[entityType] ?? 'mentioned', entityType, entityId: id })),
    ...topicNames.map((topic) => ({ topic, entityType: 'task' as const, entityId: id })),
    ...withoutRecord.map((topic) => ({ topic, entityType: null, entityId: null })),
  ].filter((notice) => [undefined, '/$'].includes(screenAt(addressOfNotice(notice, addressOf)?.to)))
  expect(lost).toEqual([])
})

/** The topic of records with a single topic. */
const topicOf: Partial<Record<(typeof noticeRecords)[number], Topic>> = {
  integration: 'sync_failed',
  access_request: 'access_decided',
}

test('a notice of one record opens it; a notice about a decision opens the screen for deciding', () => {
  const placeOf = (topic: Topic, entityType: (typeof noticeRecords)[number] | null) =>
    addressOfNotice({ topic, entityType, entityId: entityType && id }, addressOf)
  expect(placeOf('clock_out_forgotten', 'time_entry')).toEqual({ to: `/time-clock/${id}` })
  expect(placeOf('correction_proposed', 'time_entry')).toEqual({ to: '/time-clock/proposals' })
  expect(placeOf('part_low', 'part')).toEqual({ to: `/inventory/parts/${id}` })
  expect(placeOf('part_low', null)).toMatchObject({ search: { isLowStock: 'true' } })
})

import { z } from 'zod'
import type { JobKind } from '../../platform/jobs/job-kinds.ts'
import { SyncPayload } from '../provider.ts'

/** A sync of a store. It is tried again for hours: each try goes on where the last one was. */
export const syncKind: JobKind<SyncPayload> = {
  ...{ name: 'shopify-sync', payload: SyncPayload, retryLimit: 12, retryDelay: 5, expireIn: 7_200 },
  policy: 'singleton per key',
}

const NoticePayload = z.strictObject({
  companyId: z.uuid(),
  kind: z.enum(['order', 'product', 'customer']),
  id: z.string().regex(/^\d{1,18}$/),
  isDeleted: z.boolean(),
})
export type NoticePayload = z.infer<typeof NoticePayload>

/** A notice of a store: one record has changed there. */
export const noticeKind: JobKind<NoticePayload> = {
  ...{ name: 'shopify-notice', payload: NoticePayload, retryLimit: 8, retryDelay: 2, expireIn: 120, atOnce: 2 },
}

const CompanyPayload = z.strictObject({ companyId: z.uuid() })

/** Subscribes again to what the store forgot to tell: it drops a subscription after some failures. */
export const subscribeKind: JobKind<z.infer<typeof CompanyPayload>> = {
  ...{ name: 'shopify-subscribe', payload: CompanyPayload, retryLimit: 5, retryDelay: 60, expireIn: 300 },
  policy: 'singleton per key',
}

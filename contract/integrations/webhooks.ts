import { z } from 'zod'
import type { entityTypes } from '../activity/activity.ts'
import { FeedEvent } from '../activity/feed.ts'
import { route } from '../route.ts'
import { requiredText } from '../text.ts'

/** The kinds of records whose changes a webhook can send. */
export const webhookKinds = {
  part: 'Parts',
  assembly: 'Assemblies',
  product: 'Products',
  bom_line: 'BOM lines',
  location: 'Places',
  vendor: 'Vendors',
  vendor_private: 'Vendor accounts',
  task: 'Tasks',
  task_report: 'Task reports',
  task_item: 'Task checklists',
  task_template: 'Repeating tasks',
  time_entry: 'Time entries',
  sop: 'SOPs',
  file: 'Files',
  comment: 'Comments',
  integration: 'Integrations',
} as const satisfies Record<(typeof entityTypes)[number], string>
export type WebhookKind = keyof typeof webhookKinds
export const webhookKindNames = Object.keys(webhookKinds) as [WebhookKind, ...WebhookKind[]]

/** An address on the internet. Where its name leads is checked with each call (server/platform/outbound). */
function isReceiver(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
}

export const WebhookFields = z.strictObject({
  name: requiredText(100, 'Give the webhook a name'),
  url: requiredText(2_000, 'Enter the address of the receiver').refine(isReceiver, {
    error: 'Must be an address that starts with https://, without a port, user or password',
  }),
  kinds: z
    .array(z.enum(webhookKindNames))
    .min(1, 'Choose at least one kind')
    .overwrite((kinds) => [...new Set(kinds)]),
  isEnabled: z.boolean(),
})
export type WebhookFields = z.infer<typeof WebhookFields>

/**
 * An address to which changes are sent. `failingSince`: since when its receiver has refused them or not answered; `nextTryAt`: when they are sent again.
 * `switchedOffAt`: we switched it off, because it failed for days. `previousUntil`: until then the secret before the last one signs, too.
 */
export const Webhook = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...WebhookFields.shape,
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKindNames)),
  failingSince: z.string().nullable(),
  nextTryAt: z.string(),
  switchedOffAt: z.string().nullable(),
  lastSuccessAt: z.string().nullable(),
  previousUntil: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

/** One try. `answer`: its beginning, without secrets. `httpStatus` is null when no answer came. */
export const WebhookDelivery = z.object({
  id: z.uuid(),
  webhookId: z.uuid(),
  eventId: z.string(),
  type: z.string().meta({ examples: ['part.changed'] }),
  isSuccess: z.boolean(),
  httpStatus: z.int().nullable(),
  message: z.string(),
  body: z.string(),
  answer: z.string(),
  durationMs: z.int(),
  createdAt: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** A large change set, such as an import, is one event: `data.cursor` is the place of the feed before its changes. */
export const manyChanged = 'many.changed'
export const webhookTest = 'webhook.test'

const { changeSetId, userId } = FeedEvent.shape

/**
 * The body of what a webhook sends. `type`: the kind of the record and what happened, such as `part.changed`; `many.changed` for a large change set,
 * `webhook.test` for a test. `data`: the event, or the place of the feed before the changes; a test has none.
 */
export const WebhookEvent = z.object({
  id: z.string(),
  type: z.string(),
  createdAt: z.string(),
  companyId: z.uuid(),
  data: z.union([
    FeedEvent.omit({ id: true, createdAt: true }),
    z.object({ changeSetId, userId, cursor: z.string() }),
    z.object({}),
  ]),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

const One = z.strictObject({ companyId: z.uuid(), id: z.uuid() })
const path = '/companies/{companyId}/webhooks'
const NOT_FOUND = { status: 404, message: 'That webhook no longer exists' }
const Secret = { secret: z.string() } // shown once

export const webhooksContract = {
  list: route
    .meta({ needs: 'integration.read' })
    .route({ method: 'GET', path, summary: 'The webhooks of a company' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(z.object({ items: z.array(Webhook) })),
  create: route
    .meta({ needs: 'integration.write', limit: 'token' })
    .route({ method: 'POST', path, summary: 'Add a webhook; its secret is shown once', successStatus: 201 })
    .input(WebhookFields.extend({ companyId: z.uuid(), isEnabled: z.boolean().default(true) }))
    .output(Webhook.extend(Secret)),
  update: route
    .meta({ needs: 'integration.write', versioned: true })
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Change a webhook (If-Match: version)' })
    .input(One.extend(WebhookFields.partial().shape))
    .output(Webhook)
    .errors({ NOT_FOUND }),
  remove: route
    .meta({ needs: 'integration.write' })
    .route({ method: 'DELETE', path: `${path}/{id}`, summary: 'Remove a webhook and its log', successStatus: 204 })
    .input(One)
    .errors({ NOT_FOUND }),
  roll: route
    .meta({ needs: 'integration.write', limit: 'token' })
    .route({
      method: 'POST',
      path: `${path}/{id}/secret`,
      summary: 'A new secret, shown once; the old one signs, too, for a day',
    })
    .input(One)
    .output(Webhook.extend(Secret))
    .errors({ NOT_FOUND }),
  test: route
    .meta({ needs: 'integration.write', limit: 'testConnection', asksOutside: true })
    .route({ method: 'POST', path: `${path}/{id}/test`, summary: 'Send a test event now' })
    .input(One)
    .output(WebhookDelivery)
    .errors({ NOT_FOUND }),
  listDeliveries: route
    .meta({ needs: 'integration.read' })
    .route({
      method: 'GET',
      path: `${path}/{id}/deliveries`,
      summary: 'What was sent in the last 30 days, newest first',
    })
    .input(One.extend({ before: z.uuid().optional(), pageSize: z.coerce.number().int().min(1).max(200).default(50) }))
    .output(z.object({ items: z.array(WebhookDelivery), next: z.uuid().nullable() }))
    .errors({ NOT_FOUND }),
  sendAgain: route
    .meta({ needs: 'integration.write', limit: 'testConnection', asksOutside: true })
    .route({
      method: 'POST',
      path: `${path}/{id}/deliveries/{deliveryId}/again`,
      summary: 'Send an event again now, with its id',
    })
    .input(One.extend({ deliveryId: z.uuid() }))
    .output(WebhookDelivery)
    .errors({ NOT_FOUND: { status: 404, message: 'That delivery is no longer in the log' } }),
}

import { randomUUID } from 'node:crypto'
import { type Webhook, type WebhookFields, webhookKinds, webhookTest } from 'contract/integrations/webhooks.ts'
import { staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { api, type RequestContext } from '../../platform/http/api.ts'
import { refuseOutsideAreas } from '../../platform/http/guard.ts'
import { messageOf } from './next-events.ts'
import { type Message, post, secretPlace } from './post.ts'
import { newSecret } from './signature.ts'
import {
  deleteWebhook,
  getDelivery,
  getWebhook,
  insertDelivery,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  recordWebhookEvent,
  rollSecret,
  secretsOf,
  updateWebhook,
} from './webhooks.queries.ts'

const { webhooks } = api

export const webhooksRoutes = webhooks.router({
  list: webhooks.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => ({ items: await listWebhooks(db, companyId) })),
  ),

  create: webhooks.create.handler(({ input: { companyId, ...fields }, context }) =>
    context.write(async (db, identity) => {
      refuseOutsideAreas('feed.list', false, identity)
      const [id, secret] = [randomUUID(), newSecret()]
      await insertWebhook(db, companyId, id, fields, context.keyring.seal(secret, secretPlace(companyId, id)))
      await recordWebhookEvent(
        db,
        { companyId, id, name: fields.name },
        'created',
        `Added, for ${kindsOf(fields)}`,
        context.request.ip,
      )
      return { ...(await stored(db, companyId, id)), secret }
    }),
  ),

  update: webhooks.update.handler(({ input: { companyId, id, ...fields }, context, errors }) =>
    context.write(async (db, identity) => {
      refuseOutsideAreas('feed.list', false, identity)
      const before = await getWebhook(db, companyId, id)
      if (!before) throw errors.NOT_FOUND()
      if (!(await updateWebhook(db, companyId, id, fields, context.expectedVersion))) throw staleSave(before)
      const after = await stored(db, companyId, id)
      const words = changeInWords(before, after)
      if (words) await recordWebhookEvent(db, after, 'changed', words, context.request.ip)
      return after
    }),
  ),

  remove: webhooks.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      const before = await getWebhook(db, companyId, id)
      if (!before || !(await deleteWebhook(db, companyId, id))) throw errors.NOT_FOUND()
      await recordWebhookEvent(db, before, 'removed', 'Removed', context.request.ip)
    }),
  ),

  roll: webhooks.roll.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      const secret = newSecret()
      if (!(await rollSecret(db, companyId, id, context.keyring.seal(secret, secretPlace(companyId, id)))))
        throw errors.NOT_FOUND()
      const webhook = await stored(db, companyId, id)
      await recordWebhookEvent(db, webhook, 'secret_rolled', 'Made a new secret', context.request.ip)
      return { ...webhook, secret }
    }),
  ),

  test: webhooks.test.handler(async ({ input: { companyId, id }, context, errors }) => {
    const createdAt = new Date().toISOString()
    const message = messageOf(companyId, { id: randomUUID(), type: webhookTest, createdAt, data: {} })
    const sent = await sendNow(context, companyId, id, () => Promise.resolve(message))
    if (!sent) throw errors.NOT_FOUND()
    return sent
  }),

  listDeliveries: webhooks.listDeliveries.handler(async ({ input, context, errors }) => {
    const [webhook, deliveries] = await context.read((db) =>
      Promise.all([getWebhook(db, input.companyId, input.id), listDeliveries(db, input)]),
    )
    if (!webhook) throw errors.NOT_FOUND()
    return deliveries
  }),

  sendAgain: webhooks.sendAgain.handler(async ({ input: { companyId, id, deliveryId }, context, errors }) => {
    const sent = await sendNow(context, companyId, id, (db) => getDelivery(db, companyId, id, deliveryId))
    if (!sent) throw errors.NOT_FOUND()
    return sent
  }),
})

/** Sends while a person waits, also when the webhook is off. @returns undefined when the webhook or the message is gone */
async function sendNow(
  context: RequestContext,
  companyId: string,
  id: string,
  find: (db: Db) => Promise<Message | undefined>,
) {
  const page = await context.read(async (db) => {
    const webhook = await getWebhook(db, companyId, id)
    return { webhook, sealed: await secretsOf(db, companyId, id), message: await find(db) }
  })
  const { webhook, sealed, message } = page
  if (!webhook || !message) return
  const outcome = await post(
    { ...context, baseUrls: context.config.baseUrls },
    { companyId, id, url: webhook.url, sealed },
    message,
  )
  const { eventId, type, body } = message
  return context.write((db) => insertDelivery(db, companyId, id, { eventId, type, body, ...outcome }))
}

async function stored(db: Db, companyId: string, id: string): Promise<Webhook> {
  const webhook = await getWebhook(db, companyId, id)
  if (!webhook) throw new Error('The webhook is gone')
  return webhook
}

const kindsOf = ({ kinds }: Pick<WebhookFields, 'kinds'>) => kinds.map((kind) => webhookKinds[kind]).join(', ')

function changeInWords(before: Webhook, after: Webhook): string {
  return [
    ...(before.isEnabled === after.isEnabled ? [] : [after.isEnabled ? 'Switched on' : 'Switched off']),
    ...(before.name === after.name ? [] : ['Changed its name']),
    ...(before.url === after.url ? [] : ['Changed its address']),
    ...(kindsOf(before) === kindsOf(after) ? [] : [`Changed its kinds to ${kindsOf(after)}`]),
  ].join('. ')
}

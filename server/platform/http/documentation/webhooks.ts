import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { WebhookEvent } from 'contract/integrations/webhooks.ts'
import { tagOf } from './operations.ts'

const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
})

/** What we send to the address of a webhook, for the document of the API. */
export async function describeWebhooks(converter: ZodToJsonSchemaConverter): Promise<object> {
  const [, schema] = await converter.convert(WebhookEvent, { strategy: 'output' })
  return {
    change: {
      post: {
        operationId: 'webhookEvent',
        tags: [tagOf('webhooks')],
        summary: 'A change, sent to the address of a webhook',
        description:
          'Signed as Standard Webhooks (standardwebhooks.com) says; the [User Guide](/guide/webhooks) has lines that check it. It comes at least once, in order: ' +
          'drop an `id` that you have taken. While it is not taken within 10 seconds, it comes again after 5 seconds, 5 minutes, 30 minutes and then up to a ' +
          'day, for about three days; later ones wait. Its `id` is that of the feed, but a change of more than 100 records is one event, `many.changed`: read ' +
          'the feed from its `data.cursor`. A change of the webhook to `isEnabled: true` has it sent at once.',
        security: [],
        parameters: [
          header('webhook-id', 'The id of the event, the same in each try'),
          header('webhook-timestamp', 'When it was sent, in seconds since 1970; refuse what is older than 5 minutes'),
          header(
            'webhook-signature',
            'For each secret `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, with a space between two. The key is the secret after `whsec_`, decoded from base64; the body is the text as it came',
          ),
        ],
        requestBody: { required: true, content: { 'application/json': { schema, example: { type: 'part.created' } } } },
        responses: {
          '200': { description: 'Taken; so is any other status up to 299' },
          '410': { description: 'The address is gone: the webhook is switched off' },
        },
      },
    },
  }
}

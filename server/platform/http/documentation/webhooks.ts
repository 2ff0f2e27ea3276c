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
          'Signed as Standard Webhooks (standardwebhooks.com) says. It comes at least once, in order, and again for three days while it is not taken.',
        security: [],
        parameters: [
          header('webhook-id', 'The id of the event, the same in each try'),
          header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
          header('webhook-signature', 'HMAC-SHA256 of id, timestamp and body by each secret: `v1,` and base64'),
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

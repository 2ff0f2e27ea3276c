import type { WebhookDelivery } from 'contract/integrations/webhooks.ts'
import { clean } from 'contract/text.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { longestFirst, redact } from '../../platform/outbound/redaction.ts'
import { type Keyring, UnreadableSecret } from '../../platform/secrets/keyring.ts'
import { signedHeaders } from './signature.ts'

/** What a receiver gets: `body` is the text that is signed. */
export type Message = Pick<WebhookDelivery, 'eventId' | 'type' | 'body'>
/** How a try ended. */
export type Outcome = Pick<WebhookDelivery, 'isSuccess' | 'httpStatus' | 'message' | 'answer' | 'durationMs'>

export type Receiver = { companyId: string; id: string; url: string; sealed: string[] }
type Tools = { outbound: Outbound; keyring: Keyring; signal?: AbortSignal; baseUrls: Config['baseUrls'] }

export const secretPlace = (companyId: string, id: string) => ({ companyId, owner: `webhook:${id}`, field: 'secret' })

const timeoutMs = 10_000
const answerBytes = 256 * 1_024
const readLetters = 20_000
const keptLetters = 1_024

/** Where it is sent: outside production to the stand-in, which shows the path that the receiver would see. */
function addressOf({ url }: Receiver, { baseUrls }: Tools): URL {
  const address = new URL(url)
  return baseUrls.webhooks ? new URL(`${address.pathname}${address.search}`, baseUrls.webhooks) : address
}

/** Sends a message once. Every answer is an outcome, also none. @throws when the caller's signal ends the call */
export async function post(tools: Tools, receiver: Receiver, message: Message): Promise<Outcome> {
  const begun = performance.now()
  const ended = () => Math.round(performance.now() - begun)
  const failed = (why: string) =>
    ({ isSuccess: false, httpStatus: null, message: why, answer: '', durationMs: ended() }) as const
  try {
    const secrets = receiver.sealed.map((sealed) =>
      tools.keyring.open(sealed, secretPlace(receiver.companyId, receiver.id)),
    )
    const { status, text } = await tools.outbound.send({
      ...{ provider: 'webhook', operation: 'Send an event', companyId: receiver.companyId },
      ...{ method: 'POST', url: addressOf(receiver, tools), body: message.body },
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(message.eventId, message.body, secrets, Math.floor(Date.now() / 1_000)),
      },
      ...{ isRepeatable: true, maxTries: 1, timeoutMs, maxBytes: answerBytes },
      ...(tools.signal && { signal: tools.signal }),
    })
    const isSuccess = status < 300
    return {
      ...{ isSuccess, httpStatus: status, message: isSuccess ? 'Delivered' : `The receiver answered ${status}` },
      answer: clean(redact(text.slice(0, readLetters), longestFirst(secrets)))
        .slice(0, keptLetters)
        .toWellFormed(),
      durationMs: ended(),
    }
  } catch (error) {
    if (error instanceof OutboundError) return failed(error.message.replace('service', 'receiver'))
    if (error instanceof UnreadableSecret) return failed('The secret cannot be read on this server: make a new one')
    throw error
  }
}

import { z } from 'zod'
import { at, callService, form, jsonOf, oauthErrorOf } from '../calls/service-call.ts'
import { reasonLeft, refusal, ServiceError } from '../calls/service-error.ts'
import { type CallContext, type Connection, type Provider, syncKind, type Tokens } from '../provider.ts'
import { deniedWords, readShop, withheldWords } from './shopify-access.ts'
import { askShopify } from './shopify-call.ts'
import { unsubscribeMutation } from './shopify-documents.ts'
import { Unsubscribed } from './shopify-shapes.ts'
import { listSubscriptions, webhookPath } from './subscription-list.ts'

export const shopify: Provider = {
  name: 'shopify',
  home: ({ store_url: host }) => `https://${host}`,
  standIn: ({ shopify: base }) => base,

  async test(connection, context) {
    const { shop, granted, missing, access, warning } = await readShop(connection, context)
    const denied = deniedWords(access.denied)
    const unread = withheldWords(access)
    const isMissing = missing.length > 0 ? `. Missing permissions: ${missing.join(', ')}` : ''
    const isWithheld = unread.length > 0 ? `. Shopify does not let this app read: ${unread.join(', ')}` : ''
    const isOld = warning.map((each) => `. ${each}`).join('')
    return {
      message: denied || `Connected to ${shop.name}${isOld}${isMissing}${isWithheld}`,
      ...(denied && { isRefused: true as const }),
      account: shop.name,
      accountId: shop.myshopifyDomain,
      grantedScopes: granted,
      missingScopes: [...missing, ...unread],
    }
  },

  sync: syncKind('shopify-sync'),
  beginsByItself: true,
  leave: leaveShopify,

  needsToken: ({ config }) => config.auth_mode === 'client_credentials',

  /** The token ends after 24 hours. There is no refresh token; the app asks for a new one. */
  async renew(connection, context): Promise<Tokens> {
    const fields = {
      grant_type: 'client_credentials',
      client_id: connection.secret('client_id') ?? '',
      client_secret: connection.secret('client_secret') ?? '',
    }
    const answer = await callService(connection, context, {
      ...{ operation: 'Get access token', method: 'POST', isRepeatable: true, ...form(fields) },
      url: at(connection.baseUrl, undefined, 'admin/oauth/access_token'),
    })
    if (answer.status !== 200) throw notGiven(answer.status, oauthErrorOf(answer))
    const { data } = Given.safeParse(jsonOf(answer, 'Shopify'))
    if (!data) throw new ServiceError('Shopify gave no access token', { isPassing: true })
    return { accessToken: data.access_token, expiresAt: new Date(Date.now() + data.expires_in * 1_000) }
  },
}

const Given = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().max(31_536_000) })

/** Shopify names what is wrong with the app; each case needs another remedy. */
function notGiven(status: number, refused: ReturnType<typeof oauthErrorOf>): ServiceError {
  const isReconnectNeeded = true
  if (refused?.error === 'application_cannot_be_found')
    return new ServiceError('Shopify does not know this client ID', { isReconnectNeeded })
  if (refused?.error === 'invalid_client')
    return new ServiceError('Shopify does not accept this client secret', { isReconnectNeeded })
  if (refused?.error === 'shop_not_permitted') {
    const why = 'The app and the store must belong to the same Shopify organisation, and the app must be installed'
    return new ServiceError(`Shopify gives this app no token for this store. ${why}`, { isReconnectNeeded })
  }
  if (status === 404) return new ServiceError('There is no Shopify store at this address', { isReconnectNeeded })
  return refusal('shopify', status, refused?.error_description ?? refused?.error)
}

/** A person waits for this. Milliseconds. */
const patienceMs = 15_000

/**
 * Ends the subscriptions of a connection, also those with an earlier address of this server. The store drops the others by itself, because nobody
 * accepts their notices any more.
 */
async function leaveShopify(connection: Connection | null, context: CallContext): Promise<string | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const patient = { ...context, signal }
  let left = 0
  let why = 'the saved credentials cannot be used'
  try {
    if (!connection) throw new ServiceError(why)
    const path = webhookPath(connection.id)
    const ours = (await listSubscriptions(connection, patient)).filter(({ uri }) => uri.endsWith(path))
    left = ours.length
    for (const { id } of ours) {
      const question = { query: unsubscribeMutation, variables: { id }, shape: Unsubscribed }
      const { data } = await askShopify(connection, patient, { operation: 'End a webhook', ...question })
      const [refused] = data.webhookSubscriptionDelete?.userErrors ?? []
      if (refused && !/not exist|not found/i.test(refused.message))
        throw new ServiceError(refused.message.slice(0, 200))
      left -= 1
    }
    return null
  } catch (error) {
    why = reasonLeft(error, signal, 'Shopify')
  }
  const webhooks = left === 0 ? 'The webhooks' : left === 1 ? '1 webhook' : `${left} webhooks`
  return `${webhooks} of this connection may stay at the store: ${why}`
}

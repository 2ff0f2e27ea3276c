import type { Answer } from '../shared/exchange.ts'

const texts: Record<number, string> = {
  400: 'Bad Request',
  401: '[API] Invalid API key or access token (unrecognized login or wrong password)',
  402: 'Unavailable Shop',
  403: '[API] This action requires merchant approval for the necessary scope.',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Request Entity Too Large',
  423: 'Locked',
  429: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.',
  430: 'Shopify Security Rejection',
}

/** How Shopify says no outside GraphQL. */
export function wording(status: number): Answer {
  const errors = texts[status] ?? 'Internal Server Error'
  const hint = status === 429 ? { headers: { 'retry-after': '2.0' } } : {}
  return { status, body: { errors }, ...hint }
}

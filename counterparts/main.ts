/**
 * `npm run fake-services`: starts all five counterparts and prints what to enter on the configuration screens.
 * FAKE_SERVICES_PORT (4800) is the first of five ports; ORDERS (5000) is the number of orders in the shop.
 */
import { startGoogle } from './google/start.ts'
import { startOpenai } from './openai/start.ts'
import { startQuickbooks } from './quickbooks/start.ts'
import { startShipstation } from './shipstation/start.ts'
import { startShopify } from './shopify/start.ts'

const first = numberOf('FAKE_SERVICES_PORT', 4_800)
const orders = numberOf('ORDERS', 5_000)

const shopify = await startShopify({ port: first, orders })
const quickbooks = await startQuickbooks({ port: first + 1 })
const shipstation = await startShipstation({ port: first + 2, orders })
const google = await startGoogle({ port: first + 3 })
const openai = await startOpenai({ port: first + 4 })

const shown: [name: string, variable: string, counterpart: { url: string; credentials: object }][] = [
  ['Shopify', 'SHOPIFY_BASE_URL', shopify],
  ['QuickBooks', 'QUICKBOOKS_BASE_URL', quickbooks],
  ['ShipStation', 'SHIPSTATION_BASE_URL', shipstation],
  ['Google Calendar', 'GOOGLE_API_BASE_URL', google],
  ['OpenAI', 'OPENAI_BASE_URL', openai],
]

// For the person who ran the command: plain lines, no log.
console.log(instructions())

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())

function instructions(): string {
  const lines = ['Start the product with these addresses (not in production):', '']
  for (const [, variable, { url }] of shown) {
    // The base address of OpenAI's clients includes the version.
    lines.push(`  export ${variable}=${url}${variable === 'OPENAI_BASE_URL' ? '/v1' : ''}`)
  }
  lines.push('', 'Type these into the configuration screens:', '')
  for (const [name, , { url, credentials }] of shown) {
    lines.push(`  ${name} (${url})`)
    for (const [field, value] of Object.entries(credentials)) lines.push(`    ${field.padEnd(16)} ${value}`)
  }
  lines.push(
    '',
    'Make them misbehave: GET /__control of each address lists the actions. See also docs/integrations.md.',
  )
  return lines.join('\n')
}

async function end(): Promise<void> {
  await Promise.all([shopify, quickbooks, shipstation, google, openai].map((each) => each.close()))
  process.exit(0)
}

function numberOf(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`${name} is '${process.env[name]}': a whole number is needed`)
}

/** `npm run operator -- EMAIL`: lets an address sign in with the role that reaches all companies (product.md 11). */

import { readEmail } from 'contract/identity/email.ts'
import pg from 'pg'
import { type Config, readConfig } from './platform/config/config.ts'
import { migrate } from './platform/database/migrations.ts'
import { commandFailure, withOwner } from './platform/database/owner-connection.ts'

const sentences: Record<string, (email: string, config: Config) => string> = {
  added: (email, { appUrl }) => `${email} may now sign in as operator of all companies: ${appUrl}`,
  already: (email) => `${email} is operator of all companies already; nothing was changed`,
}

try {
  const config = readConfig()
  const [given, ...rest] = process.argv.slice(2)
  const email = readEmail(given)
  if (!given || rest.length > 0) throw new Error('Which address? npm run operator -- name@firm.example')
  if (!email) throw new Error(`"${given}" is no e-mail address (letters outside ASCII are not accepted)`)
  console.log(await withOwner(config, (url) => preAuthorise(url, email, config)))
} catch (error) {
  console.error(commandFailure(error))
  process.exitCode = 1
}

async function preAuthorise(url: string, email: string, config: Config): Promise<string> {
  await migrate(url, config.firm, config.defaultTimeZone)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set role app_owner')
    const { rows } = await client.query<{ outcome: string }>('select app.pre_authorise_operator($1) as outcome', [
      email,
    ])
    const sentence = sentences[rows[0]?.outcome ?? '']
    if (!sentence) throw new Error(`${email} belongs to a company already; remove that access in the Admin Panel first`)
    return sentence(email, config)
  } finally {
    await client.end()
  }
}

/** `npm run operator -- EMAIL`: lets an address sign in with the role that reaches all companies (product.md 11). */

import { readEmail } from 'contract/identity/email.ts'
import type pg from 'pg'
import { linkMinutes, newLink } from './identity/passwords/password-mail.ts'
import { commandLine } from './platform/config/command-line.ts'
import type { Config } from './platform/config/config.ts'
import { migrate } from './platform/database/schema/migrations.ts'
import { asOwner, runCommand, withOwner } from './platform/database/schema/owner-connection.ts'

const sentences: Record<string, (email: string, config: Config) => string> = {
  added: (email, { appUrl }) => `${email} may now sign in as operator of all companies: ${appUrl}`,
  already: (email) => `${email} is operator of all companies already; nothing was changed`,
}

await runCommand(async (config, [argument, ...rest]) => {
  const email = readEmail(argument)
  if (!argument || rest.length > 0) throw new Error(`Which address? ${commandLine('operator', 'name@firm.example')}`)
  if (!email) throw new Error(`"${argument}" is no e-mail address (letters outside ASCII are not accepted)`)
  console.log(await withOwner(config, (url) => preAuthorise(url, email, config)))
})

async function preAuthorise(url: string, email: string, config: Config): Promise<string> {
  await migrate(url, config.firm, config.defaultTimeZone)
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ outcome: string }>('select app.pre_authorise_operator($1) as outcome', [
      email,
    ])
    const sentence = sentences[rows[0]?.outcome ?? '']
    if (!sentence) throw new Error(`${email} belongs to a company already; remove that access in the Admin Panel first`)
    const link = config.passwordsAreOn ? [await passwordLink(client, email, config)] : []
    return [sentence(email, config), ...link].join('\n')
  })
}

/** A link like those in mails: there may be no mail server yet, and nobody else who could ask for one. */
async function passwordLink(client: pg.Client, email: string, { appUrl }: Config): Promise<string> {
  const { address, hash } = newLink(appUrl)
  await client.query('select from app.open_password_reset($1, $2, $3)', [email, hash, linkMinutes])
  return `Within an hour, this link sets the password, once: ${address}`
}

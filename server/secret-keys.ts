/**
 * `npm run keys:rotate` wraps all stored secrets by the newest key; `npm run keys:verify` says which keys are in use, and whether they fit;
 * `npm run keys:discard -- ID` gives up the bank data that a lost key sealed.
 */
import { discardLost } from './inventory/vendors/discard-lost.ts'
import { commandLine } from './platform/config/command-line.ts'
import type { Config } from './platform/config/config.ts'
import { migrate } from './platform/database/schema/migrations.ts'
import { runCommand, withOwner } from './platform/database/schema/owner-connection.ts'
import { type Keyring, openKeyring } from './platform/secrets/keyring.ts'
import { countSeals, rotateSeals } from './platform/secrets/stored-seals.ts'

type Verb = { takes: number; run: (adminUrl: string, keyring: Keyring, config: Config, id: string) => Promise<void> }
const verbs: Record<string, Verb> = {
  rotate: { takes: 0, run: rotate },
  verify: { takes: 0, run: verify },
  discard: { takes: 1, run: discard },
}

await runCommand(async (config, [verb = '', ...rest]) => {
  const command = verbs[verb]
  if (rest.length !== command?.takes)
    throw new Error(
      `Use ${commandLine('keys:rotate')}, ${commandLine('keys:verify')} or ${commandLine('keys:discard', 'ID')}`,
    )
  await withOwner(config, async (adminUrl) => {
    await migrate(adminUrl, config.firm, config.defaultTimeZone)
    await command.run(adminUrl, await openKeyring(config), config, rest[0] ?? '')
  })
})

// The output answers the person who ran the command, so it goes to the terminal and not to the log.
async function rotate(adminUrl: string, keyring: Keyring, config: Config) {
  const { rotated, unreadable } = await rotateSeals(adminUrl, keyring)
  const id = keyring.currentKeyId
  console.log(`${rotated} secrets have the key "${id}" now.`)
  if (rotated > 0) console.log(`A server that was started without the key "${id}" cannot read them: restart it.`)
  if (unreadable > 0) console.log(`${unreadable} cannot be read and were left as they are.`)
  await verify(adminUrl, keyring, config)
}

async function verify(adminUrl: string, keyring: Keyring, { keyring: configured }: Config) {
  const counts = await countSeals(adminUrl, keyring)
  for (const { place, keyId, readable, unreadable } of counts) {
    const key = keyId === null ? 'no seal' : `key "${keyId}"`
    console.log(`${place}: ${key}: ${readable} fit${unreadable > 0 ? `, ${unreadable} CANNOT BE READ` : ''}`)
  }
  const used = counts.map(({ keyId }) => keyId)
  for (const { id } of configured.slice(1)) if (!used.includes(id)) console.log(`No secret needs the key "${id}".`)
  if (counts.some(({ unreadable }) => unreadable > 0)) {
    console.log('For those the key in KEYRING is missing or another one. Put it back, or enter the secrets again.')
    process.exitCode = 1
  } else console.log('Every stored secret has its key.')
}

async function discard(adminUrl: string, _keyring: Keyring, { keyring: configured }: Config, id: string) {
  if (configured.some((key) => key.id === id)) throw new Error(`The key "${id}" is in KEYRING: nothing is lost`)
  const count = await discardLost(adminUrl, id)
  // The answer to the person who ran the command.
  console.log(`The bank data of ${count} ${count === 1 ? 'company' : 'companies'} are given up: enter them again.`)
}

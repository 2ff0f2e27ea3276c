/**
 * `npm run log:verify [-- FILE]` compares the activity log with its seals and prints the newest block of each company. FILE holds what an earlier
 * run has printed: then the blocks of that time have to be there still.
 */
import { readFile } from 'node:fs/promises'
import { purposeOfSeals } from './activity/log-block.ts'
import { type Head, verifyLog } from './activity/verify-log.ts'
import { commandLine } from './platform/config/command-line.ts'
import type { Config } from './platform/config/config.ts'
import { withClient } from './platform/database/connections/with-client.ts'
import { migrate } from './platform/database/schema/migrations.ts'
import { runCommand, withOwner } from './platform/database/schema/owner-connection.ts'
import { openSigner } from './platform/secrets/signing-keys.ts'

await runCommand(async (config, [verb, file, ...rest]) => {
  if (verb !== 'verify' || rest.length > 0)
    throw new Error(`Use ${commandLine('log:verify')}, with the output of an earlier run if you kept it`)
  const kept = file ? headsIn(await readFile(file, 'utf8')) : []
  if (file && kept.length === 0)
    throw new Error(`${file} has no line of a block: give what ${commandLine('log:verify')} printed`)
  await withOwner(config, async (adminUrl) => {
    await migrate(adminUrl, config.firm, config.defaultTimeZone)
    await verify(adminUrl, config, kept)
  })
})

// The output answers the person who ran the command, so it goes to the terminal and not to the log.
async function verify(adminUrl: string, config: Config, kept: Head[]) {
  return withClient(adminUrl, async (client) => {
    await client.query('set role app_owner; begin isolation level repeatable read read only')
    const { blocks, sets, waiting, heads, faults } = await verifyLog(client, openSigner(config, purposeOfSeals), kept)
    for (const { companyId, number, digest } of heads) console.log(`company ${companyId} block ${number} ${digest}`)
    for (const fault of faults) console.log(`FAULT ${fault}`)
    console.log(`${blocks} blocks with ${sets} change sets; ${waiting} change sets wait for their block.`)
    console.log(faults.length > 0 ? `${faults.length} faults.` : 'The log is as it was sealed.')
    if (faults.length > 0) process.exitCode = 1
  })
}

function headsIn(text: string): Head[] {
  const lines = text.matchAll(/^company ([\da-f-]{36}) block (\d+) (\S+)$/gm)
  return [...lines].map(([, companyId = '', number, digest = '']) => ({ companyId, number: Number(number), digest }))
}

/** `npm run stock:check`: adds up the movements of all items again, and prints a line for each difference. */
import type pg from 'pg'
import { migrate } from './platform/database/schema/migrations.ts'
import { asOwner, runCommand, withOwner } from './platform/database/schema/owner-connection.ts'

await runCommand(async (config) => {
  await withOwner(config, async (adminUrl) => {
    await migrate(adminUrl, config.firm, config.defaultTimeZone)
    await asOwner(adminUrl, check)
  })
})

async function check(client: pg.Client) {
  const { rows } = await client.query<{ name: string; number: string; fault: string }>(
    `select c.name, d.number, d.fault from companies c cross join lateral app.stock_differences(c.id) d order by c.name, d.number`,
  )
  for (const { name, number, fault } of rows) console.log(`${name}, ${number}: ${fault}`)
  if (rows.length > 0) process.exitCode = 1
  else console.log('The stock of every item is the sum of its movements.')
}

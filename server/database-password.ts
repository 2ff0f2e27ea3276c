/** `npm run database:password`: gives the servers' logins new passwords, for when the old ones may have leaked. */
import { runtimeUrl, workerUrl } from './platform/database/schema/database-roles.ts'
import { runCommand, withOwner } from './platform/database/schema/owner-connection.ts'

await runCommand(async (config) => {
  await withOwner(config, async (url) => {
    await runtimeUrl(url, { isNewPassword: true })
    await workerUrl(url, { isNewPassword: true })
  })
  // The answer to the person who ran the command.
  console.log("The servers' logins have new passwords; restart every server of this installation")
})

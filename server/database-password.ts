/** `npm run database:password`: gives the servers' logins new passwords, for when the old ones may have leaked. */
import { readConfig } from './platform/config/config.ts'
import { runtimeUrl, workerUrl } from './platform/database/schema/database-roles.ts'
import { commandFailure, withOwner } from './platform/database/schema/owner-connection.ts'

try {
  await withOwner(readConfig(), async (url) => {
    await runtimeUrl(url, { isNewPassword: true })
    await workerUrl(url, { isNewPassword: true })
  })
  // The answer to the person who ran the command.
  console.log("The servers' logins have new passwords; restart every server of this installation")
} catch (error) {
  console.error(commandFailure(error))
  process.exitCode = 1
}

/** `npm run database:password`: gives the servers' login a new password, for when the old one may have leaked. */
import { readConfig } from './platform/config/config.ts'
import { runtimeUrl } from './platform/database/database-roles.ts'
import { commandFailure, withOwner } from './platform/database/owner-connection.ts'

try {
  await withOwner(readConfig(), (url) => runtimeUrl(url, { isNewPassword: true }))
  console.log("The servers' login has a new password; restart every server of this installation")
} catch (error) {
  console.error(commandFailure(error))
  process.exitCode = 1
}

/**
 * `npm run restore:moment -- FOLDER [MOMENT]`: makes a new data folder with the database as it was at a moment, from the archive of the embedded
 * PostgreSQL (WAL_ARCHIVE, docs/operations.md).
 */
import { resolve } from 'node:path'
import { commandLine } from './platform/config/command-line.ts'
import { runCommand } from './platform/database/schema/owner-connection.ts'
import { restoreMoment } from './platform/postgres/restore-moment.ts'

await runCommand(
  async ({ walArchive }, [folder, text, ...rest]) => {
    if (!folder || rest.length > 0)
      throw new Error(
        `Into which folder, and to which moment? ${commandLine('restore:moment', "FOLDER '2026-11-29 10:31'")}`,
      )
    if (!walArchive) throw new Error('WAL_ARCHIVE is missing: it names the archive')
    const moment = text === undefined ? undefined : new Date(text)
    if (moment && Number.isNaN(moment.getTime()))
      throw new Error(`"${text}" is no moment; write 2026-11-29 10:31 (time of this machine) or 2026-11-29T10:31:00Z`)
    const last = await restoreMoment(walArchive.folder, moment, resolve(folder))
    console.log(
      `${folder} has the database as it was ${moment ? `at ${moment.toISOString()}` : 'at the end of the log'}.`,
    )
    if (last) console.log(`The last change in it was made at ${last.toISOString()}.`)
    console.log(
      'The attached files, the keys and an archive of its own come before the start: docs/operations.md, "To a moment".',
    )
  },
  () => 'Nothing was restored: ',
)

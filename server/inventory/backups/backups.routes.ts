import { randomUUID } from 'node:crypto'
import { fileLimits } from 'contract/files/files.ts'
import type { Backup } from 'contract/inventory/backups.ts'
import { DamagedBlob, enterLink, filesOf, proveLink, sendDownload } from '../../files/public.ts'
import { waitForFile } from '../../platform/database/changes.ts'
import { api, type RequestContext } from '../../platform/http/api.ts'
import { longFileRows } from '../../platform/http/long-jobs.ts'
import { companySeals } from '../../platform/secrets/company-key.ts'
import { fileTraits, isLongFile } from '../exports/file-traits.queries.ts'
import { expectManyRows } from '../imports/compared/classify.ts'
import { previewImport } from '../imports/preview.ts'
import { backupBytes, downloadedHash, keepBackup, withBackup, writeBackup } from './backup-file.ts'
import { getBackup, insertBackup, listBackups, recordBackup, type StoredBackup, setDeleted } from './backups.queries.ts'

const { backups } = api

export const backupsRoutes = backups.router({
  list: backups.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => ({ items: (await listBackups(db, companyId)).map(shown(context)) })),
  ),

  create: backups.create.handler(({ input: { companyId, format }, context, errors }) =>
    context.bulk(async (db, _identity, client) => {
      if (await isLongFile(db, companyId)) context.takesLong()
      const { blobs } = filesOf(context.config)
      await waitForFile(db)
      const key = `${companyId}/backups/${randomUUID()}.csv`
      await expectManyRows(db)
      const { keyring } = context
      const place = { blobs, keyring, companyId, key }
      const seals = await companySeals(db, keyring, companyId)
      const { file, rowCount, size, sealed, lineCount } = await writeBackup({ db, client }, place, format, {
        ...{ seals, report: context.report },
        ...(await fileTraits(db, companyId)),
      })
      try {
        await keepBackup(place, { file, sealed, lineCount })
      } catch (error) {
        throw error instanceof DamagedBlob ? errors.FILE_DAMAGED() : error
      } finally {
        await file.discard()
      }
      const about = { format, key, sealed, size, rowCount, sha256: file.sha256 }
      const backup = await insertBackup(db, companyId, about)
      if (!backup) throw new Error('A backup could not be named')
      await recordBackup(db, 'made', companyId, backup, context.request.ip)
      return shown(context)(backup)
    }),
  ),

  url: backups.url.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db, { userId }) => {
      const { request, config } = context
      const backup = await getBackup(db, companyId, id)
      if (!backup) throw errors.NOT_FOUND()
      const expires = Math.floor(Date.now() / 1_000) + fileLimits.linkSeconds
      const proof = await proveLink(db, { company: companyId, file: backup.id, expires })
      await recordBackup(db, 'link_made', companyId, backup, request.ip)
      const link = {
        company: companyId,
        user: userId ?? '',
        disposition: 'attachment',
        expires: String(expires),
        proof,
      }
      const url = await filesOf(config).links.sign(request.host, backup.id, link)
      return { url: url.replace('/api/files/', '/api/backups/'), expiresAt: new Date(expires * 1_000).toISOString() }
    }),
  ),

  content: backups.content.handler(async ({ input: { id, ...link }, context, errors }) => {
    const { request, reply, config, keyring } = context
    const { blobs, links } = filesOf(config)
    if (request.method !== 'GET') throw errors.NOT_FOUND()
    if (!(await links.isValid(request.host, id, link))) throw errors.FORBIDDEN()
    const expires = Number(link.expires)
    const backup = await context.readAs(async (db) =>
      (await enterLink(db, { ...link, file: id, expires })) ? getBackup(db, link.company, id) : undefined,
    )
    if (!backup) throw errors.NOT_FOUND()
    const file = await context.spool(backupBytes(blobs, keyring, backup)).catch((error) => {
      if (!(error instanceof DamagedBlob)) throw error
      request.log.error({ backupId: id, storageKey: backup.key }, 'a stored backup is damaged or missing')
      throw errors.FILE_DAMAGED()
    })
    sendDownload(reply, { name: backup.name, size: file.size }, file.send())
  }),

  import: backups.import.handler(({ input: { companyId, id }, context, errors }) =>
    context.bulk(async (db, identity, client) => {
      const backup = await getBackup(db, companyId, id)
      if (!backup) throw errors.NOT_FOUND()
      if (backup.rowCount > longFileRows) context.takesLong()
      await waitForFile(db)
      const { name: fileName } = backup
      // A field that was empty in the backup becomes empty again.
      const choices = { emptyCells: 'clear' } as const
      const read = { type: 'auto', mapping: undefined, choices, isBackup: true } as const
      const known = { companyId, fileName, ...read, keyring: context.keyring }
      const upload = backup.format === 'internal' ? { ...known, backupId: backup.id } : known
      try {
        return await withBackup(filesOf(context.config).blobs, context.keyring, backup, (file) =>
          previewImport(db, identity, client, { ...upload, file }),
        )
      } catch (error) {
        throw error instanceof DamagedBlob ? errors.FILE_DAMAGED() : error
      }
    }),
  ),

  remove: backups.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      const backup = await setDeleted(db, companyId, id, true)
      if (!backup) throw errors.NOT_FOUND()
      await recordBackup(db, 'deleted', companyId, backup, context.request.ip)
      return { count: 1, changeSetId: null }
    }),
  ),

  restore: backups.restore.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      const backup = await setDeleted(db, companyId, id, false)
      if (!backup) throw errors.NOT_FOUND()
      await recordBackup(db, 'restored', companyId, backup, context.request.ip)
      return shown(context)(backup)
    }),
  ),
})

/** A backup as people see it; the hash is that of the downloaded file. */
const shown =
  ({ keyring }: RequestContext) =>
  ({ companyId, key, sealed, sha256, ...backup }: StoredBackup): Backup => ({
    ...backup,
    sha256: downloadedHash(keyring, { companyId, key, sealed, sha256 }) ?? '',
  })

import { keptFiles } from './files/kept-files.ts'
import type { StoredKind } from './files/storage/store.ts'
import { recordFiles, thumbnails } from './files/storage/sweep.ts'
import { backupFiles } from './inventory/backups/backup-sweep.ts'

/** All kinds of bytes that features keep in the file storage. */
export const storedKinds: StoredKind[] = [recordFiles, thumbnails, backupFiles, keptFiles]

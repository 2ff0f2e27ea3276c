import type { StoredKind } from './files/store.ts'
import { recordFiles, thumbnails } from './files/sweep.ts'
import { backupFiles } from './inventory/backups/backup-sweep.ts'

/** All kinds of bytes that features keep in the file storage. */
export const storedKinds: StoredKind[] = [recordFiles, thumbnails, backupFiles]

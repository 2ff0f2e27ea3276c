import type { StoredKind } from './files/store.ts'
import { recordFiles } from './files/sweep.ts'
import { backupFiles } from './inventory/backups/backup-sweep.ts'

/** All kinds of bytes that features keep in the file storage. */
export const storedKinds: StoredKind[] = [recordFiles, backupFiles]

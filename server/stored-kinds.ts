import type { StoredKind } from './files/store.ts'
import { recordFiles } from './files/sweep.ts'
import { backupFiles } from './inventory/backups/backup-sweep.ts'

/** Everything that features keep in the storage of files. */
export const storedKinds: StoredKind[] = [recordFiles, backupFiles]

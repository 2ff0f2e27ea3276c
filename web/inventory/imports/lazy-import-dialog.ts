import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'

/** The import; only people who open it load its code. */
export const ImportDialog = lazyDialog(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

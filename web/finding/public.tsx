/** The parts of finding for the shell (CONTRIBUTING.md). Both load when they are first opened. */
import { lazyDialog } from '../shared/form/lazy-dialog.tsx'

export const Palette = lazyDialog(async () => ({ default: (await import('./palette.tsx')).Palette }))
export const KeySheet = lazyDialog(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

/** Fetches the code of the palette before somebody opens it. */
export const prepare = () => void import('./palette.tsx')

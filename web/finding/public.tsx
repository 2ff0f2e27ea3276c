/** The parts of finding for the shell (CONTRIBUTING.md). Both load when they are first opened. */
import { lazy } from '../shared/page/code.ts'

export const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
export const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

/** Fetches the code of the palette before somebody opens it. */
export const prepare = () => void import('./palette.tsx')

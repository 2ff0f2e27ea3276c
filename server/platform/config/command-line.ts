import { existsSync } from 'node:fs'

/** Both ways to call them: the scripts of package.json, and the cases of deploy/sbr. */
export const commandLines = {
  operator: ['npm run operator', 'sbr operator'],
  export: ['npm run export', 'sbr export'],
  restore: ['npm run restore', 'sbr restore'],
  'restore:drill': ['npm run restore:drill', 'sbr restore-drill'],
  'restore:moment': ['npm run restore:moment', 'sbr restore-moment'],
  store: ['npm run store', 'sbr store'],
  'keys:rotate': ['npm run keys:rotate', 'sbr keys rotate'],
  'keys:verify': ['npm run keys:verify', 'sbr keys verify'],
  'log:verify': ['npm run log:verify', 'sbr log verify'],
  'keys:discard': ['npm run keys:discard', 'sbr keys discard'],
} as const

/** The kit has no scripts of npm (docs/install.md). */
const isKit = !existsSync(new URL('../../../scripts/run.mjs', import.meta.url))

/** A command as a person types it where this program runs, for messages. */
export function commandLine(name: keyof typeof commandLines, argument = '', inKit = isKit): string {
  const [script, sbr] = commandLines[name]
  if (argument === '') return inKit ? sbr : script
  return inKit ? `${sbr} ${argument}` : `${script} -- ${argument}`
}

/** The whole file is refused; the message is a sentence for the user. Faulty single rows are row errors instead. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}

/** What to do with a file that is too large for an upload. */
export const instead = 'split it into several, or import a backup from the list of Backup Files'

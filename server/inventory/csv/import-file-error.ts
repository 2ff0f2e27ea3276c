/** The whole file is refused; the message is a sentence for the user. Faulty single rows are row errors instead. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}

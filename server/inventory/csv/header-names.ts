/** Two headers are the same when they differ only in case, spaces, underscores, punctuation or width. */
export const normalHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

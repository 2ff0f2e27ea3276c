const mark = '\uFEFF'

/** The text of a CSV file that was sent, behind the mark by which Excel knows UTF-8. @throws when the mark is missing */
export function csvText(body: string): string {
  if (!body.startsWith(mark)) throw new Error('The file does not begin with a byte-order mark')
  return body.slice(mark.length)
}

/** The first and the last byte of a part of a file, counted from 0. */
export type ByteRange = { start: number; end: number }

/**
 * The part of a file that a request asks for (RFC 9110, 14.2). Also 'whole' for several parts at once and for a header that cannot be read:
 * a server may answer those with everything.
 * @param tag the entity tag of the file; an If-Range with another one asks for the whole
 */
export function rangeOf(
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  tag: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range?.trim() ?? '') ?? []
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== tag)) return 'whole'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return start > end ? 'unsatisfiable' : { start, end }
}

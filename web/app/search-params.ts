/** Search parameters stay strings, as the API reads them. The router's own parser would turn `?q=12` into a number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

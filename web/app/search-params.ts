/** Flat texts, as the API reads them: `?q=12` is the text '12', where the router's own form would make it a number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

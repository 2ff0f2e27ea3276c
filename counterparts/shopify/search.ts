import type { Context } from './shop.ts'

export type Operator = ':' | '>' | '>=' | '<' | '<='
export type Term = { field: string; operator: Operator; value: string; isNot: boolean }

/** Terms of Shopify's search syntax, joined by AND: `updated_at:>='2026-11-01T00:00:00Z' AND test:false`. */
export function termsOf(text: string | null | undefined): Term[] {
  const words = (text ?? '').match(/-?\w{1,60}:(?:[<>]=?|)(?:'[^']{0,200}'|"[^"]{0,200}"|[^\s'"]{1,200})/g) ?? []
  return words.map((word) => {
    const isNot = word.startsWith('-')
    const colon = word.indexOf(':')
    const rest = word.slice(colon + 1)
    const operator = (['>=', '<=', '>', '<'] as const).find((each) => rest.startsWith(each)) ?? ':'
    const value = rest.slice(operator === ':' ? 0 : operator.length).replace(/^['"]|['"]$/g, '')
    return { field: word.slice(isNot ? 1 : 0, colon), operator, value, isNot }
  })
}

/** The value of each search field for a record: a number, a text, or yes or no. */
export type Searchable<T> = Record<string, (record: T) => number | string | boolean | null>

export type Search<T> = {
  matches: (record: T) => boolean
  lowest: (field: string) => number
  highest: (field: string) => number
}

/** Like Shopify, leaves out terms with a field that cannot be searched, with a warning. */
export function searchOf<T>(
  context: Context,
  path: string,
  text: string | null | undefined,
  fields: Searchable<T>,
): Search<T> {
  const all = termsOf(text)
  const unknown = all.filter(({ field }) => !(field in fields))
  if (unknown.length > 0) {
    const warnings = unknown.map(({ field }) => ({
      field,
      message: 'Invalid search field for this query.',
      code: 'invalid_field',
    }))
    context.warnings.push({ path: [path], query: text ?? '', parsed: all, warnings })
  }
  const terms = all.filter(({ field }) => field in fields)
  const bound = (field: string, operators: Operator[]) =>
    terms
      .filter((term) => term.field === field && operators.includes(term.operator))
      .map(({ value }) => secondsOf(value))
  return {
    matches: (record) => terms.every((term) => fits(term, fields[term.field]?.(record) ?? null) !== term.isNot),
    lowest: (field) => Math.max(0, ...bound(field, ['>', '>='])),
    highest: (field) => Math.min(Number.MAX_SAFE_INTEGER, ...bound(field, ['<', '<='])),
  }
}

function fits({ operator, value }: Term, found: number | string | boolean | null): boolean {
  if (typeof found === 'number') return compare(operator, found, secondsOf(value))
  if (operator !== ':') return false
  return String(found ?? '').toLowerCase() === value.toLowerCase()
}

function compare(operator: Operator, found: number, wanted: number): boolean {
  if (operator === '>') return found > wanted
  if (operator === '>=') return found >= wanted
  if (operator === '<') return found < wanted
  if (operator === '<=') return found <= wanted
  return found === wanted
}

/** Times as seconds, other numbers as they are. */
function secondsOf(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value)
  const time = Date.parse(value)
  return Number.isNaN(time) ? Number.NaN : Math.floor(time / 1000)
}

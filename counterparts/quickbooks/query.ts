import { type Books, type Entity, type Entry, entriesOf, isEntity } from './books.ts'

type Condition = { field: string; operator: string; values: string[] }
type Query = {
  entity: Entity
  isCount: boolean
  conditions: Condition[]
  order: { field: string; isDown: boolean } | undefined
  start: number
  most: number
}

/** A problem with a query, in the words of QuickBooks. */
export class QueryProblem extends Error {
  readonly code: string

  constructor(message: string, code = '4000') {
    super(message)
    this.code = code
  }
}

/** `select * from Vendor where MetaData.LastUpdatedTime > '2026-11-01' orderby Id startposition 1 maxresults 1000` */
export function parsed(text: string): Query {
  const words = text.match(/'(?:[^'\\]|\\.){0,1000}'|[(),*]|[<>]=?|=|[^\s(),<>=']{1,200}/g) ?? []
  const reader = new Reader(words)
  reader.expect('select')
  const isCount = reader.skip('count')
  if (isCount) for (const each of ['(', '*', ')']) reader.expect(each)
  else if (!reader.skip('*')) reader.until('from')
  reader.expect('from')
  const name = reader.next()
  if (!isEntity(name)) throw new QueryProblem(`QueryValidationError: Invalid context declaration: ${name}`, '4001')
  const conditions = reader.skip('where') ? conditionsOf(reader) : []
  const order = reader.skip('orderby') ? orderOf(reader) : undefined
  const start = reader.skip('startposition') ? reader.number() : 1
  const most = reader.skip('maxresults') ? reader.number() : 100
  if (!reader.isAtEnd) throw new QueryProblem(`QueryParserError: Encountered " <${reader.next()}> "`)
  if (most > 1_000)
    throw new QueryProblem(`QueryValidationError: value ${most} is too large. Max allowed value is 1000.`, '4001')
  if (start < 1) throw new QueryProblem('QueryValidationError: startposition must be at least 1', '4001')
  return { entity: name, isCount, conditions, order, start, most }
}

function orderOf(reader: Reader): Query['order'] {
  const field = reader.next()
  const isDown = reader.skip('desc')
  if (!isDown) reader.skip('asc')
  return { field, isDown }
}

class Reader {
  readonly #words: string[]
  #at = 0

  constructor(words: string[]) {
    this.#words = words
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#words.length
  }

  next(): string {
    const word = this.#words[this.#at]
    if (word === undefined) throw new QueryProblem('QueryParserError: Encountered "<EOF>"')
    this.#at += 1
    return word
  }

  skip(word: string): boolean {
    const isNext = this.#words[this.#at]?.toLowerCase() === word
    if (isNext) this.#at += 1
    return isNext
  }

  expect(word: string): void {
    if (!this.skip(word))
      throw new QueryProblem(
        `QueryParserError: Encountered " <${this.#words[this.#at] ?? 'EOF'}> ", was expecting ${word}`,
      )
  }

  until(word: string): void {
    while (!this.isAtEnd && this.#words[this.#at]?.toLowerCase() !== word) this.#at += 1
  }

  number(): number {
    const number = Number(this.next())
    if (!Number.isInteger(number)) throw new QueryProblem('QueryParserError: a number was expected')
    return number
  }
}

const operators = ['=', '>', '<', '>=', '<=', 'like', 'in']

function conditionsOf(reader: Reader): Condition[] {
  const conditions: Condition[] = []
  do {
    const field = reader.next()
    const operator = reader.next().toLowerCase()
    if (!operators.includes(operator)) throw new QueryProblem(`QueryParserError: Encountered " <${operator}> "`)
    const values: string[] = []
    if (operator === 'in') {
      reader.expect('(')
      do values.push(text(reader.next()))
      while (reader.skip(','))
      reader.expect(')')
    } else values.push(text(reader.next()))
    conditions.push({ field, operator, values })
  } while (reader.skip('and'))
  return conditions
}

/** A literal without its quotes. */
const text = (word: string) => (word.startsWith("'") ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word)

/** The answer to a query: a page, or a count. */
export function run(books: Books, query: string): Record<string, unknown> {
  const { entity, isCount, conditions, order, start, most } = parsed(query)
  const found = [...entriesOf(books, entity)].filter((entry) => conditions.every((each) => fits(entry, each)))
  if (isCount) return { totalCount: found.length }
  if (order)
    found.sort((a, b) => compare(valueAt(a, order.field), String(valueAt(b, order.field))) * (order.isDown ? -1 : 1))
  const page = found.slice(start - 1, start - 1 + Math.min(most, books.longestPage))
  return page.length === 0 ? {} : { [entity]: page, startPosition: start, maxResults: page.length }
}

function valueAt(entry: Entry, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], entry)
}

function fits(entry: Entry, { field, operator, values }: Condition): boolean {
  const found = valueAt(entry, field)
  if (found === undefined) {
    throw new QueryProblem(`QueryValidationError: Property ${field} not found for Entity`, '4001')
  }
  const [wanted = ''] = values
  if (operator === 'in') return values.some((value) => compare(found, value) === 0)
  if (operator === 'like') return isLike(String(found), wanted)
  const order = compare(found, wanted)
  return { '=': order === 0, '>': order > 0, '<': order < 0, '>=': order >= 0, '<=': order <= 0 }[operator] ?? false
}

/** Numbers as numbers, times as times, the rest as text. */
function compare(found: unknown, wanted: string): number {
  if (typeof found === 'number' || /^\d{1,12}$/.test(String(found))) return Number(found) - Number(wanted)
  const isTime = /^\d{4}-\d\d-\d\d/.test(String(found)) && !Number.isNaN(Date.parse(wanted))
  if (isTime) return Date.parse(String(found)) - Date.parse(wanted)
  return String(found) === wanted ? 0 : String(found) < wanted ? -1 : 1
}

/** `%` stands for any text at either end. */
function isLike(found: string, pattern: string): boolean {
  const inner = pattern.replace(/^%|%$/g, '').toLowerCase()
  const value = found.toLowerCase()
  if (pattern.startsWith('%') && pattern.endsWith('%')) return value.includes(inner)
  if (pattern.startsWith('%')) return value.endsWith(inner)
  return pattern.endsWith('%') ? value.startsWith(inner) : value === inner
}

import pg from 'pg'

/** A column of an answer as PostgreSQL describes it: its name in SQL and the number of its type. */
export type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>

/** How the rows of an answer are read. `keys`: the names in camelCase. */
export type Columns = {
  fields: readonly Column[]
  keys: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
}

export const columnsOf = (fields: readonly Column[]): Columns => ({
  fields,
  keys: fields.map(({ name }) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())),
  parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
})

/** @param values the texts that PostgreSQL sent, in the order of the columns */
export function readRow({ keys, parsers }: Columns, values: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < keys.length; place += 1) {
    const value = values[place] as string | null
    row[keys[place] as string] = value === null ? null : parsers[place]?.(value)
  }
  return row
}

const asIs = (text: string) => text
/** The driver reads arrays letter by letter, and stops all other answers for half a second when there are 200,000 ids. */
const uuidsOf = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((id) => (id === 'NULL' ? null : id))
const parsers: Record<number, (text: string) => unknown> = {
  20: Number, // int8: our counts stay far below 2^53
  1700: Number, // numeric(15, 6): a double holds 15 digits exactly
  1082: asIs,
  2951: uuidsOf,
  1184: (text) => `${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`, // the session is in UTC
}
/** Converts values from PostgreSQL: times and dates to ISO texts, counts and amounts to numbers. */
export const parserOf = (oid: number, format?: 'text' | 'binary') =>
  parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')

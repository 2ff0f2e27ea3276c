import pg from 'pg'

/** A column of an answer as PostgreSQL describes it: its name in SQL and the number of its type. */
export type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>

/** How the rows of an answer are read. `readRow`: a row with names in camelCase of the texts that PostgreSQL sent, in the order of the columns. */
export type Columns = {
  fields: readonly Column[]
  readRow: (texts: readonly (string | null)[]) => Record<string, unknown>
}

const described = new Map<string, Columns>()

/** The same for the same names and types, whatever the statement. */
export function columnsOf(fields: readonly Column[]): Columns {
  const key = fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join('\n')
  return described.getOrInsertComputed(key, () => ({ fields, readRow: rowReaderOf(fields) }))
}

/**
 * Writes the object literal of a row. V8 makes a hash table of an object that gets more than 16 keys one by one, and such rows and answers
 * took a fifth of the processor time of a list. The names are those that our own statements give their columns.
 */
function rowReaderOf(fields: readonly Column[]): Columns['readRow'] {
  const keys = fields.map(({ name }) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
  const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID))
  const values = keys.map((key, at) => {
    const value = parsers[at] === asIs ? `t[${at}]` : `t[${at}] === null ? null : p[${at}](t[${at}])`
    return `${JSON.stringify(key)}: ${value}`
  })
  return new Function('p', `return (t) => ({ ${values.join()} })`)(parsers)
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
  ...{ 25: asIs, 1043: asIs, 1082: asIs, 2950: asIs }, // text, varchar, date, uuid
  2951: uuidsOf,
  1184: (text) => `${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`, // the session is in UTC
}
/** Converts values from PostgreSQL: times and dates to ISO texts, counts and amounts to numbers. */
export const parserOf = (oid: number, format?: 'text' | 'binary') =>
  parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')

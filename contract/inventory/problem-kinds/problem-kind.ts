import { z } from 'zod'
import { listed } from '../../listed.ts'

/** `words`: what is wrong, without the row. `lead`: the beginning of the words; problems of one row with the same beginning say it once. */
type Kind<Shape extends z.ZodRawShape> = {
  params: z.ZodObject<Shape>
  words: (params: unknown, row: number | undefined) => string
  lead: (params: unknown) => string
  namesRow: boolean
}

type Options<Params> = { lead?: (params: Params) => string; namesRow?: boolean }

/** The words already contain the row. */
export const namesRow = { namesRow: true }

/** @param options `namesRow`: the words already contain the row */
export function kind<Shape extends z.ZodRawShape>(
  shape: Shape,
  words: (params: z.output<z.ZodObject<Shape>>, row: number) => string,
  { lead, namesRow = false }: Options<z.output<z.ZodObject<Shape>>> = {},
): Kind<Shape> {
  const params = z.object(shape)
  return {
    params,
    words: (values, row = 0) => words(params.parse(values), row),
    lead: (values) => lead?.(params.parse(values)) ?? '',
    namesRow,
  }
}

export const text = z.string()
export const count = z.int()
export const list = z.array(z.string())

export const counted = (value: number) => value.toLocaleString('en-US')
export const rowsOf = (value: number) => `${counted(value)} ${value === 1 ? 'row' : 'rows'}`
/** 'a', 'b' and 'c' */
export const quoted = (values: string[]) => listed(values.map((value) => `'${value}'`))

/** A cell that its field cannot take: the header of its column and its content (shortened, '' for an empty one). */
export const cell = { column: text, found: text }
export const bad = ({ column, found }: { column: string; found: string }, words: string) =>
  `${column} ${words}${found === '' ? '' : `, found '${found}'`}`

export const column = { column: text }
/** 'Components (JSON): P-9 does not exist' */
export const inColumn = { lead: (params: { column: string }) => `${params.column}: ` }

/** The advice for a file that is too large to upload. */
export const instead = 'split it into several, or import a backup from the list of Backup Files'

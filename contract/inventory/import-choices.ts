import { z } from 'zod'
import { decimalMarks } from '../decimals.ts'
import { encodingNames, separatorNames } from './import-files.ts'

/** `{header of the file: the fields it feeds}`, 'Column 2' for the second column if it has no header; an empty list ignores the column. */
export const ColumnMapping = z.record(z.string().max(300), z.array(z.string().max(100)).max(5))
export type ColumnMapping = z.infer<typeof ColumnMapping>

/** The name of a column in mappings, choices and messages: its header, or 'Column 2' without one. @param index its place, from 0 */
export const columnName = (header: string, index: number): string => header.trim() || `Column ${index + 1}`

const Headers = z.array(z.string().max(300)).max(1_000)

/** What an empty cell does to an existing record: it keeps the value or clears it (a number becomes 0). */
export const emptyCellChoices = ['keep', 'clear'] as const

/** What a supplier's name does: it stays text, links the vendor of that name, or also creates the vendor if there is none. */
export const supplierChoices = ['text', 'link', 'create'] as const

/**
 * How a product of a store export is imported: as one product with the highest price of its variants (product.md 5), or one per variant.
 */
export const variantChoices = ['merged', 'separate'] as const

/** What to do with components of a bill of materials that do not exist yet: refuse their lines, or create them as parts. */
export const componentChoices = ['refuse', 'create'] as const

/** What to do with places of a file of stock that do not exist yet: refuse their rows, or create them. */
export const placeChoices = ['refuse', 'create'] as const

/** What the new items at the top of a bill of materials become. */
export const bomTopChoices = ['assemblies', 'products'] as const

/** Which of several rows with the same number or name counts: the last, the first, or the last with the stock of all. */
export const repeatChoices = ['last', 'first', 'add'] as const

/** How to read a table that looks like a bill of materials: as one, or as a list of the chosen type. */
export const bomLikeChoices = ['bom', 'list'] as const

/**
 * How to read what the file itself does not tell. `decimals`: header of the file -> its decimal mark; `fileDecimals`: the mark of all other
 * columns with numbers. `inDollars`: headers of columns whose amounts are taken as dollars, whatever currency they name. `asShown`: headers of
 * columns of a sheet whose numbers are rounded to what it shows. `withoutUnits`: headers of columns of which the numbers alone count: '3 m' is 3, and 'TBD'
 * is empty, also in a column of text. `encoding`, `separator`, `sheet`, `headerRow`: null means that the server finds them. `bomOf`: the number of the
 * item that a bill of materials with levels describes, when the file does not contain that item; `bomName`: its name, if it is new.
 */
export const ImportChoices = z.object({
  fileDecimals: z.enum(decimalMarks).nullable().default(null),
  decimals: z.record(z.string().max(300), z.enum(decimalMarks)).default({}),
  inDollars: Headers.default([]),
  asShown: Headers.default([]),
  withoutUnits: Headers.default([]),
  emptyCells: z.enum(emptyCellChoices).default('keep'),
  suppliers: z.enum(supplierChoices).default('text'),
  variants: z.enum(variantChoices).default('merged'),
  encoding: z.enum(encodingNames).nullable().default(null),
  separator: z.enum(separatorNames).nullable().default(null),
  sheet: z.string().max(200).nullable().default(null),
  headerRow: z.int().min(1).max(1_048_576).nullable().default(null),
  components: z.enum(componentChoices).default('refuse'),
  places: z.enum(placeChoices).default('refuse'),
  repeats: z.enum(repeatChoices).nullable().default(null),
  bomLike: z.enum(bomLikeChoices).default('bom'),
  bomTop: z.enum(bomTopChoices).default('products'),
  bomOf: z.string().max(100, 'At most 100 characters').nullable().default(null),
  bomName: z.string().max(200, 'At most 200 characters').nullable().default(null),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/**
 * How a column writes its numbers. `evidence`: the mark that its values show; 'each' when some show one mark and some the other, 'both' when
 * others beside them allow either, 'open' when every value allows both. `decimals`: the mark that values are read with which do not show their own; null =
 * each shows its own, or nobody has chosen. `examples`: values that show a mark, or that allow both. `hint`: the rest of the file suggests a decimal comma.
 */
export const ColumnNumbers = z.object({
  evidence: z.enum([...decimalMarks, 'each', 'both', 'open']),
  decimals: z.enum(decimalMarks).nullable(),
  isChosen: z.boolean(),
  examples: z.array(z.string()),
  hint: z.boolean(),
})
export type ColumnNumbers = z.infer<typeof ColumnNumbers>

/**
 * The currencies that a column names, when one of them is not the dollar; `isTaken`: the user takes its amounts as dollars. `besideAt`:
 * the place of the column that names the currency of each row.
 */
export const ColumnCurrencies = z.object({
  found: z.array(z.string()),
  isTaken: z.boolean(),
  besideAt: z.int().optional(),
})

/** Numbers of a sheet that it shows with fewer digits: '0.333333, shown as 0.33'. `asShown`: the user takes what it shows. */
export const ColumnRounding = z.object({ examples: z.array(z.string()), asShown: z.boolean() })

/**
 * Values with a unit, or with a word for no number: '3 m', 'TBD'; one of each. `words`: those that stand for nothing in a column of text too.
 * `isIgnored`: the numbers alone count, and the words are empty.
 */
export const ColumnUnits = z.object({
  examples: z.array(z.string()),
  words: z.array(z.string()),
  isIgnored: z.boolean(),
})

/**
 * How a column got its fields: by our name, by another name that people use for the field, by a similar name, from the user, or from the
 * user's choice the last time.
 */
export const columnMatches = ['name', 'alias', 'close', 'chosen', 'remembered'] as const

/**
 * A column of the file: its header, the fields it feeds (none: it is ignored), and a few of its values (none: it is empty). `currencies`, `rounding` and
 * `units`: null when there is nothing to ask. `note`: the
 * reason why the column cannot be imported, or why its field is suggested.
 */
export const ImportColumn = z.object({
  header: z.string(),
  fields: z.array(z.string()),
  match: z.enum(columnMatches).nullable(),
  samples: z.array(z.string()),
  numbers: ColumnNumbers.nullable(),
  currencies: ColumnCurrencies.nullable(),
  rounding: ColumnRounding.nullable(),
  units: ColumnUnits.nullable(),
  note: z.string().nullable(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** A field that a column may feed. `isRequired`: the field identifies records. `isNeededForNew`: a new record must have it. */
export const ImportField = z.object({
  field: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  isNeededForNew: z.boolean(),
  isNumber: z.boolean(),
})

/** The distinct supplier names of a file: `known` are names of vendors, `unknown` are not. `linkedRows` counts rows with a known name. */
export const SupplierNames = z.object({ known: z.int(), unknown: z.int(), linkedRows: z.int() })
export type SupplierNames = z.infer<typeof SupplierNames>

/**
 * What a bill of materials holds: items with lines, lines, and components that do not exist yet (`unknown`), with their first numbers.
 * `tops`: the first new items that no other item contains.
 */
export const BomFacts = z.object({
  parents: z.int(),
  lines: z.int(),
  unknown: z.int(),
  unknownNumbers: z.array(z.string()),
  tops: z.array(z.string()),
})
export type BomFacts = z.infer<typeof BomFacts>

/**
 * The variants of a store export: `products` products have `variants` variants. `merged`: products whose variants differ in SKU or price,
 * each with its rows, SKUs and prices; at most 20 of `mergedCount`.
 */
export const StoreVariants = z.object({
  products: z.int(),
  variants: z.int(),
  mergedCount: z.int(),
  merged: z.array(
    z.object({
      handle: z.string(),
      rows: z.array(z.int()),
      skus: z.array(z.string()),
      prices: z.array(z.string()),
      price: z.string(),
    }),
  ),
})
export type StoreVariants = z.infer<typeof StoreVariants>

/** A value in an address is a text of JSON. */
const inJson = (contentSchema: z.ZodType, description: string, example: unknown) =>
  z
    .string()
    .max(100_000)
    .meta({ description, contentSchema, examples: [JSON.stringify(example)] })
    .optional()

/** How an uploaded file is read, where the person who sends it says so. A column that the file does not have is refused. */
export const readingChoices = {
  mapping: inJson(
    ColumnMapping,
    'JSON: {header: [field, …]}. `columns` of a preview has the headers (`Column 2` of the second column, if it has none), `fields` the fields; an empty list ignores the column',
    { 'Part Name': ['name'], SKU: ['partNumber'], Colour: [] },
  ),
  decimals: z
    .string()
    .max(100_000)
    .meta({
      description: 'point or comma for all columns with numbers, or JSON: {header: "point" | "comma"}',
      examples: ['comma', '{"Cost":"comma"}'],
    })
    .optional(),
  inDollars: inJson(Headers, 'JSON: [header, …]: columns whose amounts are taken as dollars', ['Cost']),
  asShown: inJson(Headers, 'JSON: [header, …]: columns of a sheet that are rounded to what it shows', ['Cost']),
  withoutUnits: inJson(
    Headers,
    "JSON: [header, …]: columns of which the numbers alone count: '3 m' is 3, 'TBD' is empty",
    ['Quantity'],
  ),
  emptyCells: z
    .enum(emptyCellChoices)
    .default('keep')
    .describe('an empty cell keeps the value of an existing record, or clears it (a number becomes 0)'),
  suppliers: z
    .enum(supplierChoices)
    .default('text')
    .describe('the name of a supplier stays text, links the vendor of that name, or adds the vendor if there is none'),
  variants: z
    .enum(variantChoices)
    .default('merged')
    .describe('a product of a store export is one product with the highest price, or one for each variant'),
  encoding: z.enum(encodingNames).optional().describe('of a text file; without it the letters decide'),
  separator: z.enum(separatorNames).optional(),
  sheet: z.string().max(200).optional().describe('the name of a sheet; without it the first one that is not hidden'),
  headerRow: z.coerce.number().int().min(1).max(1_048_576).optional(),
  components: z.enum(componentChoices).default('refuse').describe('unknown components of a bill of materials'),
  places: z.enum(placeChoices).default('refuse').describe('unknown places of a file of stock'),
  repeats: z
    .enum(repeatChoices)
    .optional()
    .describe(
      'of rows with the same number the last or the first counts, or the last with the stock of all; without it the last, and none of a file of stock',
    ),
  bomLike: z
    .enum(bomLikeChoices)
    .default('bom')
    .describe(
      'a table that looks like a bill of materials is read as one; as a list, its quantities become stock levels only by mapping',
    ),
  bomTop: z
    .enum(bomTopChoices)
    .optional()
    .describe('new items at the top; without it products if the type or the column of parents says so'),
  bomOf: z.string().trim().min(1).max(100).optional().describe('the item that levels describe'),
  bomName: z.string().trim().min(1).max(200).optional().describe('the name of that item, if it is new'),
}

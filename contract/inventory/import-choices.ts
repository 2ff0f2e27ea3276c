import { z } from 'zod'
import { decimalMarks } from '../decimals.ts'

/** `{header of the file: the fields it feeds}`; an empty list leaves the column out. */
export const ColumnMapping = z.record(z.string().max(300), z.array(z.string().max(100)).max(5))
export type ColumnMapping = z.infer<typeof ColumnMapping>

/** What an empty cell does to a record that exists: nothing, or it takes the value away (a number becomes 0). */
export const emptyCellChoices = ['keep', 'clear'] as const

/** What the name of a supplier becomes: text only, a link to the vendor of that name if there is one, or a new vendor if not. */
export const supplierChoices = ['text', 'link', 'create'] as const

/** A product of a store export: one for all its variants, with the highest price (product.md 5), or each variant its own. */
export const variantChoices = ['merged', 'separate'] as const

/**
 * How a file is to be read, where it does not say so itself. `decimals`: header of the file -> its decimal mark; `fileDecimals`: that of
 * all other columns with numbers.
 */
export const ImportChoices = z.object({
  fileDecimals: z.enum(decimalMarks).nullable().default(null),
  decimals: z.record(z.string().max(300), z.enum(decimalMarks)).default({}),
  emptyCells: z.enum(emptyCellChoices).default('keep'),
  suppliers: z.enum(supplierChoices).default('text'),
  variants: z.enum(variantChoices).default('merged'),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/**
 * How the numbers of a column are written. `evidence`: the mark that its values show, 'both' when some show the one and some the
 * other, 'open' when all may be either. `decimals`: the mark they are read with; null = the marks are mixed and nobody has chosen.
 * `examples`: values that tell, or that may be either. `hint`: the rest of the file speaks for a decimal comma.
 */
export const ColumnNumbers = z.object({
  evidence: z.enum([...decimalMarks, 'both', 'open']),
  decimals: z.enum(decimalMarks).nullable(),
  isChosen: z.boolean(),
  examples: z.array(z.string()),
  hint: z.boolean(),
})
export type ColumnNumbers = z.infer<typeof ColumnNumbers>

/** How a column came to its fields: by its name, by a name close to it, by the user, or by the user the last time. */
export const columnMatches = ['name', 'close', 'chosen', 'remembered'] as const

/**
 * A column of the file: what it is called, the fields it feeds (none: it is left out), and a few of its values (none: it is empty).
 * `note`: why a column cannot be taken.
 */
export const ImportColumn = z.object({
  header: z.string(),
  fields: z.array(z.string()),
  match: z.enum(columnMatches).nullable(),
  samples: z.array(z.string()),
  numbers: ColumnNumbers.nullable(),
  note: z.string().nullable(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** A field that a column may feed. `isRequired`: records are told apart by it. `isNeededForNew`: a new record has to have it. */
export const ImportField = z.object({
  field: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  isNeededForNew: z.boolean(),
  isNumber: z.boolean(),
})

/** The distinct supplier names of a file: `known` are names of vendors, `unknown` are not (yet); `linkedRows` name a known one. */
export const SupplierNames = z.object({ known: z.int(), unknown: z.int(), linkedRows: z.int() })
export type SupplierNames = z.infer<typeof SupplierNames>

/**
 * The variants of a store export. `products` have `variants`; `merged` are products whose variants differ in SKU or price: their
 * rows in the file, SKUs and prices; at most 20 of `mergedCount`.
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

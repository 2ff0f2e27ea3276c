import { z } from 'zod'
import {
  bomLikeChoices,
  bomTopChoices,
  componentChoices,
  emptyCellChoices,
  supplierChoices,
  variantChoices,
} from './import-choices.ts'
import { encodingNames, separatorNames } from './import-files.ts'

/** How an uploaded file is read, where the person who sends it says so. */
export const readingChoices = {
  mapping: z.string().max(100_000).optional().describe('JSON: {header: [field, …]}'),
  decimals: z
    .string()
    .max(100_000)
    .optional()
    .describe('point or comma for all columns with numbers, or JSON: {header: "point" | "comma"}'),
  inDollars: z
    .string()
    .max(100_000)
    .optional()
    .describe('JSON: [header, …]: columns whose amounts are taken as dollars'),
  asShown: z
    .string()
    .max(100_000)
    .optional()
    .describe('JSON: [header, …]: columns of a sheet that are rounded to what it shows'),
  withoutUnits: z
    .string()
    .max(100_000)
    .optional()
    .describe("JSON: [header, …]: columns of which the numbers alone count: '3 m' is 3, 'TBD' is empty"),
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

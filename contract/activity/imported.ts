import { z } from 'zod'
import { listed } from '../listed.ts'

/** How many records of a kind an import added and changed; without the kind in imports of earlier versions, which counted all together. */
export const ImportedRecords = z.object({
  type: z.enum(['part', 'assembly', 'product', 'vendor', 'location']).nullable(),
  create: z.int(),
  update: z.int(),
})
export type ImportedRecords = z.infer<typeof ImportedRecords>

/** The import that a change set stored, or with `isTakenBack` undid. `changeSetId`: of the import itself. `fileName`: null for pasted cells. */
export const Imported = z.object({
  changeSetId: z.uuid(),
  isTakenBack: z.boolean(),
  fileName: z.string().nullable(),
  records: z.array(ImportedRecords),
})
export type Imported = z.infer<typeof Imported>

const words = {
  part: ['part', 'parts'],
  assembly: ['assembly', 'assemblies'],
  product: ['product', 'products'],
  vendor: ['vendor', 'vendors'],
  location: ['place', 'places'],
}

/** '61 parts and 5 vendors' */
export function recordsInWords(records: readonly ImportedRecords[], count = countOf): string {
  const each = records.flatMap((of) => (count(of) > 0 ? [counted(of.type, count(of))] : []))
  return listed(each) || 'nothing'
}

const countOf = ({ create, update }: ImportedRecords): number => create + update

const counted = (type: ImportedRecords['type'], count: number): string =>
  `${count.toLocaleString('en-US')} ${(type ? words[type] : ['record', 'records'])[count === 1 ? 0 : 1]}`

/** The name of the file; 'pasted cells' when there was none. */
export const importedFile = ({ fileName }: Pick<Imported, 'fileName'>): string => fileName ?? 'pasted cells'

/** 'Imported 61 parts from parts.xlsx', as the line of a change. */
export const importSentence = (imported: Imported): string =>
  `${imported.isTakenBack ? 'Undid the import of' : 'Imported'} ${recordsInWords(imported.records)} from ${importedFile(imported)}`

import { z } from 'zod'
import { catalogueOf, filtersOf, sortKeysOf } from '../catalogue.ts'
import { attachedFiles } from '../files/files.ts'
import { pictured } from '../files/pictures.ts'
import { exactCount, pageOf, rankedListQuery, selectionOf, wholeList } from '../list.ts'
import { SopReference } from '../sops/sop-reference.ts'
import { optionalText, requiredText } from '../text.ts'
import { BomLine, NewBomLines, picturedLines } from './bom.ts'
import { createdAt, files, location, sopId, stockLevel, updatedAt, vendorId } from './item-fields.ts'
import { recordsOf, removalsOf } from './item-routes.ts'
import { listFileOf } from './list-files.ts'

export const AssemblyFields = z.strictObject({
  assemblyNumber: requiredText(100, 'Assembly number is required'),
  name: requiredText(300, 'Name is required'),
  location: optionalText(200),
  vendorId: z.uuid().nullable(),
  sopId: z.uuid().nullable(),
})
export type AssemblyFields = z.infer<typeof AssemblyFields>

export const assemblyCatalogue = catalogueOf({
  table: 'assemblies',
  noun: 'assembly',
  key: 'assemblyNumber',
  sortedBy: 'name',
  columns: ['assemblyNumber', 'name', 'location', 'components', 'files'],
  schema: AssemblyFields,
  fields: {
    assemblyNumber: {
      ...{ label: 'Assembly Number', kind: 'code', group: 'item', list: 'shown', sort: 'stored', isSearched: true },
      csv: true,
    },
    name: { label: 'Name', kind: 'text', group: 'item', list: 'shown', sort: 'stored', isSearched: true, csv: true },
    location: { ...location, list: 'shown', sort: 'stored' },
    stockLevel,
    components: { label: 'Components', kind: 'lines', csv: ['Components (JSON)', 'Components'] },
    files,
    vendorId,
    sopId,
    createdAt,
    updatedAt: { ...updatedAt, list: 'shown' },
  },
})

/** An assembly in a list; `get` adds its components. */
export const AssemblyItem = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...AssemblyFields.shape,
  stockLevel: z.int(),
  vendorName: z.string().nullable(),
  componentCount: z.int(),
  fileCount: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type AssemblyItem = z.infer<typeof AssemblyItem>

/** An assembly of a list, with its picture. */
export const ListedAssembly = AssemblyItem.extend(pictured)
export type ListedAssembly = z.infer<typeof ListedAssembly>

/** An assembly with its bill of materials, its SOP and its files. */
export const Assembly = AssemblyItem.extend({ components: z.array(BomLine), sop: SopReference, files: attachedFiles })
export type Assembly = z.infer<typeof Assembly>

/** A new assembly; what is left out is empty. */
export const NewAssembly = AssemblyFields.partial().extend({
  assemblyNumber: AssemblyFields.shape.assemblyNumber,
  name: AssemblyFields.shape.name,
  components: NewBomLines.optional(),
})
/** What changes of an assembly. `components`, when it is sent, is the whole bill of materials. */
export const AssemblyChanges = AssemblyFields.partial().extend({ components: NewBomLines.optional() })

export const assemblyFilters = filtersOf(assemblyCatalogue)
export const AssemblySelection = selectionOf(z.strictObject({ q: z.string().max(200).optional(), ...assemblyFilters }))

export const assembliesContract = {
  ...recordsOf(assemblyCatalogue, {
    query: rankedListQuery(sortKeysOf(assemblyCatalogue), { ...assemblyFilters, ...exactCount, ...wholeList }),
    page: pageOf(ListedAssembly),
    details: Assembly.extend(picturedLines),
    saved: Assembly,
    added: NewAssembly,
    changes: AssemblyChanges,
    summaries: {
      get: 'One assembly, its components',
      update: 'Change an assembly; components are replaced as a whole',
    },
  }),
  ...removalsOf(assemblyCatalogue, AssemblySelection),
  ...listFileOf(assemblyCatalogue, sortKeysOf(assemblyCatalogue), assemblyFilters),
}

// Takes headers, finds the company's last choices for them; takes a committed import, stores its choices for the next file.

import { createHash } from 'node:crypto'
import { columnName } from 'contract/inventory/import-choices.ts'
import type { ImportType } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf, scalarOf } from '../../../platform/database/rows.ts'
import type { StoredImport } from '../imports.queries.ts'
import { normalHeader } from './columns/header-names.ts'
import { typeOfHeader } from './columns/type-of-header.ts'
import { RememberedChoices } from './reading-options.ts'
import type { Survey } from './survey.ts'

const hashOf = (said: string[]) => createHash('sha256').update(JSON.stringify(said)).digest('hex')

/** The hash of a kind of file: the set of its headers, whatever their order, case, blanks and signs. */
const kindOf = (header: string[]) => hashOf(header.map(normalHeader).filter(Boolean).toSorted())

const Remembered = RememberedChoices.required().extend({ headerHash: z.string() })
type Remembered = z.infer<typeof Remembered>

/** The company's last choices for files with these headers, by section (product.md 13). */
export async function recallChoices(
  db: Db,
  companyId: string,
  { sections }: Survey,
  asked: ImportType,
): Promise<(RememberedChoices | undefined)[]> {
  const wanted = sections.map(({ type, header, isBom }) => ({
    type: isBom ? 'bom' : (type ?? typeOfHeader(header)),
    listType: type ?? typeOfHeader(header) ?? 'parts',
    // The second hash is the older way: by the headers exactly as they are written.
    hashes: [kindOf(header), hashOf(header)],
    header,
  }))
  if (wanted.length === 0) return []
  const hashes = wanted.flatMap((each) => each.hashes)
  const said = db.selectFrom('importMappings').select(['type', 'headerHash', 'mapping', 'decimals', 'inDollars'])
  const known = await rowsOf(db, Remembered, said.where('companyId', '=', companyId).where('headerHash', 'in', hashes))
  return wanted.map((each) => {
    const found = each.hashes.flatMap((hash) => known.filter(({ headerHash }) => headerHash === hash))
    // A table that looks like a bill of materials may have been read as a list the last time.
    const last =
      found.find(({ type }) => !each.type || type === each.type) ??
      (each.type === 'bom' && asked !== 'bom' ? found.find(({ type }) => type === each.listType) : undefined)
    return last && asWritten(last, each.header)
  })
}

const Item = z.string()

/** The item whose lines the last file of this name held, when the user had to name it. */
export const lastItemOf = (db: Db, companyId: string, fileName: string): Promise<string | undefined> =>
  scalarOf(
    db,
    Item,
    sql`select choices ->> 'bomOf' from imports where company_id = ${companyId} and file_name = ${fileName}
      and status = 'committed' and choices ->> 'bomOf' is not null order by created_at desc limit 1`,
  )

/** The choices for the headers of this file: they may have been made for other spellings. */
function asWritten({ type, mapping, decimals, inDollars }: Remembered, header: string[]): RememberedChoices {
  const normals = header.map(normalHeader)
  const of = <Choice>(choices: Record<string, Choice>): Record<string, Choice> => {
    const spellings = Map.groupBy(Object.keys(choices), normalHeader)
    const entries = header.flatMap((cell, place): [string, Choice][] => {
      const normal = normals[place] ?? ''
      const [spelling = '', ...others] = spellings.get(normal) ?? []
      // Headers that differ only in signs, such as 'Cost' and 'Cost ($)', are told apart by their spelling.
      const isClear = others.length === 0 && normals.filter((other) => other === normal).length === 1
      const choice = choices[columnName(cell, place)] ?? (isClear ? choices[spelling] : undefined)
      return choice === undefined ? [] : [[columnName(cell, place), choice]]
    })
    return Object.fromEntries(entries)
  }
  const taken = of(Object.fromEntries(inDollars.map((name) => [name, true])))
  return { type, mapping: of(mapping), decimals: of(decimals), inDollars: Object.keys(taken) }
}

/** A file of a kind that is known as a bill of materials, or as a list, is read as such, whatever its headers. */
export const withKnownBoms = (survey: Survey, remembered: (RememberedChoices | undefined)[]): Survey => ({
  ...survey,
  sections: survey.sections.map((section, place) => ({
    ...section,
    isBom: remembered[place]?.type ? remembered[place].type === 'bom' : section.isBom,
  })),
})

/** Stores the user's choices for the next file with these headers. An import without a mapping leaves the stored ones. */
export async function rememberChoices(db: Db, companyId: string, { sections, mapping, choices }: StoredImport) {
  const decimals = choices.decimals ?? {}
  const inDollars = choices.inDollars ?? []
  const isMapped = Object.keys(mapping).length > 0
  if (!isMapped && Object.keys(decimals).length === 0 && inDollars.length === 0) return
  const said = {
    mapping: JSON.stringify(mapping),
    decimals: JSON.stringify(decimals),
    inDollars: JSON.stringify(inDollars),
  }
  for (const { kind, header, isDerived, isOfBom, ...section } of sections) {
    const type = kind === 'bom' ? kind : section.type
    if (kind === 'shopify' || !type || isDerived || isOfBom) continue
    await db
      .insertInto('importMappings')
      .values({ companyId, type, headerHash: kindOf(header), ...said })
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'type', 'headerHash'])
          .doUpdateSet(isMapped ? said : { decimals: sql`excluded.decimals`, inDollars: sql`excluded.in_dollars` }),
      )
      .execute()
  }
}

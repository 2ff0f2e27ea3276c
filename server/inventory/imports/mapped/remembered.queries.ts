// Takes headers, finds the company's last choices for them; takes a committed import, stores its choices for the next file.

import { createHash } from 'node:crypto'
import type { ItemType } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import type { StoredImport } from '../imports.queries.ts'
import { RememberedChoices } from './reading-options.ts'
import type { Survey } from './survey.ts'
import { typeOfHeader } from './type-of-header.ts'

const hashOf = (header: string[]) => createHash('sha256').update(JSON.stringify(header)).digest('hex')

const Remembered = RememberedChoices.extend({ type: z.string(), headerHash: z.string() })

/** The company's last choices for files with these headers, by section (product.md 13). */
export async function recallChoices(
  db: Db,
  companyId: string,
  { sections }: Survey,
): Promise<(RememberedChoices | undefined)[]> {
  const wanted = sections.map(({ type, header, isBom }) => ({
    type: isBom ? 'bom' : (type ?? typeOfHeader(header) ?? ('parts' satisfies ItemType)),
    headerHash: hashOf(header),
  }))
  if (wanted.length === 0) return []
  const hashes = wanted.map(({ headerHash }) => headerHash)
  const said = db.selectFrom('importMappings').select(['type', 'headerHash', 'mapping', 'decimals'])
  const known = await rowsOf(db, Remembered, said.where('companyId', '=', companyId).where('headerHash', 'in', hashes))
  return wanted.map(({ type, headerHash }) => known.find((one) => one.type === type && one.headerHash === headerHash))
}

/** Stores the user's choices for the next file with these headers. An import without a mapping leaves the stored ones. */
export async function rememberChoices(db: Db, companyId: string, { sections, mapping, choices }: StoredImport) {
  const decimals = choices.decimals ?? {}
  const isMapped = Object.keys(mapping).length > 0
  if (!isMapped && Object.keys(decimals).length === 0) return
  const said = { mapping: JSON.stringify(mapping), decimals: JSON.stringify(decimals) }
  for (const { kind, header, isDerived, isOfBom, ...section } of sections) {
    const type = kind === 'bom' ? kind : section.type
    if (kind === 'shopify' || !type || isDerived || isOfBom) continue
    await db
      .insertInto('importMappings')
      .values({ companyId, type, headerHash: hashOf(header), ...said })
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'type', 'headerHash'])
          .doUpdateSet(isMapped ? said : { decimals: sql`excluded.decimals` }),
      )
      .execute()
  }
}

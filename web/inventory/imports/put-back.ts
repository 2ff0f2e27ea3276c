import type { ImportPreview } from 'contract/inventory/imports.ts'
import { client } from '../../shared/api/api.ts'
import { type Correction, placedIn } from './preview/corrections.ts'

/**
 * Applies the earlier corrections to the rows of a file that was read again. `lost`: corrections whose cell is no longer in the file as it
 * is read now. Rows cannot be corrected while columns are not mapped yet.
 */
export async function putBack(companyId: string, preview: ImportPreview, corrections: Correction[]) {
  if (preview.status !== 'previewed') return { preview, lost: [] }
  const sheet = preview.file?.sheet ?? null
  const lost = corrections.filter((one) => one.sheet !== sheet)
  let isChanged = false
  const rows = new Map<number, Correction[]>()
  for (const one of corrections)
    if (one.sheet === sheet) rows.set(one.rowNumber, [...(rows.get(one.rowNumber) ?? []), one])
  for (const [rowNumber, ofRow] of rows) {
    const { items } = await client.imports.rows({ companyId, id: preview.id, rowNumber })
    const before = items[0]?.cells ?? []
    const { cells, lost: missing } = placedIn(before, ofRow)
    lost.push(...missing)
    if (missing.length === ofRow.length) continue
    await client.imports.fixRow({ companyId, id: preview.id, rowNumber, cells })
    isChanged = true
  }
  return { preview: isChanged ? await client.imports.get({ companyId, id: preview.id }) : preview, lost }
}

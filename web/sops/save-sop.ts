import type { PublishedSop, SopFields } from 'contract/sops/sops.ts'
import { attachOne } from '../files/public.tsx'
import { client } from '../shared/api/api.ts'
import { type FreshFiles, withFileName } from './editor/pictures.ts'

type Publishing = Partial<Pick<PublishedSop, 'changeNote' | 'asksAgain'>>

/** A new SOP that is being saved: the record, and the stored files by the names that its text gives them. */
export type SaveProgress = { sop?: { id: string; version: number }; stored: Map<string, string> }

/**
 * Stores a new SOP. If its text shows pictures, it stays a draft until they are stored, so nobody reads it without them. `begun` remembers the
 * progress, so that another try goes on and makes no second SOP.
 */
export async function createSop(
  companyId: string,
  values: SopFields & Publishing,
  fresh: FreshFiles,
  begun: SaveProgress,
): Promise<Awaited<ReturnType<typeof client.sops.create>>> {
  const used = [...fresh].filter(([name]) => values.content?.includes(`(attachment:${name})`))
  if (used.length === 0 && !begun.sop) return client.sops.create({ companyId, ...values })
  begun.sop ??= await client.sops.create({ companyId, ...values, status: 'draft', content: null })
  const { id, version } = begun.sop
  for (const [name, { file }] of used) {
    if (begun.stored.has(name)) continue
    const stored = await attachOne({ companyId, entityType: 'sop', entityId: id }, withFileName(file))
    begun.stored.set(name, stored.id)
  }
  const content = (values.content ?? '').replace(/\(attachment:(new-\d+)\)/g, (whole, name: string) =>
    begun.stored.has(name) ? `(attachment:${begun.stored.get(name)})` : whole,
  )
  return client.sops.update({ companyId, id, ...values, content }, { context: { version } })
}

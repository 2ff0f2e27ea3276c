import { z } from 'zod'
import type { Catalogue } from '../catalogue.ts'
import { BulkResult } from '../list.ts'
import { route } from '../route.ts'

// What the routes of parts, assemblies, products and vendors have alike.

/** The address of one record. */
export const one = { companyId: z.uuid(), id: z.uuid() }

export const clash = { CONFLICT: { status: 409, data: z.unknown() } }
export const unknownReference = { UNPROCESSABLE: { status: 422, data: z.unknown() } }

type Named = Pick<Catalogue, 'noun' | 'table'>

export const goneOf = ({ noun }: Named) => ({ NOT_FOUND: { status: 404, message: `That ${noun} no longer exists` } })

/** What adding and changing records needs. */
export const modifying = ({ table }: Named) => ({ needs: 'inventory.write', refusal: `modify ${table}` }) as const

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** Deleting one record, and chosen ones. @param selection the rows a bulk action takes, by `selectionOf` */
export function removalsOf<Selection extends z.ZodType>(catalogue: Named, selection: Selection) {
  const { noun, table } = catalogue
  const meta = { needs: 'inventory.write', refusal: `delete ${table}` } as const
  const errors = { ...goneOf(catalogue), ...clash }
  const path = `/companies/{companyId}/${table}` as const
  return {
    remove: route
      .meta(meta)
      .route({ method: 'DELETE', path: `${path}/{id}`, summary: `Delete ${article(noun)} ${noun}` })
      .input(z.strictObject(one))
      .output(BulkResult)
      .errors(errors),
    removeMany: route
      .meta({ ...meta, changes: 'bulk_delete' })
      .route({ method: 'POST', path: `${path}/bulk-delete`, summary: `Delete ${table}` })
      .input(z.strictObject({ companyId: z.uuid(), selection }))
      .output(BulkResult)
      .errors(errors),
  }
}

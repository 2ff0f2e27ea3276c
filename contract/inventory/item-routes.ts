import { z } from 'zod'
import type { Catalogue } from '../catalogue.ts'
import { BulkResult, savedOf } from '../list.ts'
import { route } from '../route.ts'

// The routes that parts, assemblies, products and vendors share.

/** The path of one record. */
const one = { companyId: z.uuid(), id: z.uuid() }

const clash = { CONFLICT: { status: 409, data: z.unknown() } }
const unknownReference = { UNPROCESSABLE: { status: 422, data: z.unknown() } }

type Named = Pick<Catalogue, 'noun' | 'table'>

const goneOf = ({ noun }: Named) => ({ NOT_FOUND: { status: 404, message: `That ${noun} no longer exists` } })

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** Deletes one record, or chosen ones. @param selection the rows a bulk action takes, by `selectionOf` */
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
      .meta({ ...meta, changes: 'bulk_delete', long: true })
      .route({ method: 'POST', path: `${path}/bulk-delete`, summary: `Delete ${table}` })
      .input(z.strictObject({ companyId: z.uuid(), selection }))
      .output(BulkResult)
      .errors(errors),
  }
}

/** What differs between nouns: the shapes of a list, of a record and of an input, and `summaries` for the documentation of the API. */
type Records<
  Query extends z.ZodType,
  Page extends z.ZodType,
  Shape extends z.ZodRawShape,
  Saved extends z.ZodRawShape,
  Added extends z.ZodRawShape,
  Changes extends z.ZodRawShape,
> = {
  query: Query
  page: Page
  details: z.ZodObject<Shape>
  saved: z.ZodObject<Saved>
  added: z.ZodObject<Added>
  changes: z.ZodObject<Changes>
  summaries: { get: string; update: string }
}

/** Lists, reads, adds and changes the records of a noun. */
export function recordsOf<
  Query extends z.ZodType,
  Page extends z.ZodType,
  Shape extends z.ZodRawShape,
  Saved extends z.ZodRawShape,
  Added extends z.ZodRawShape,
  Changes extends z.ZodRawShape,
>(catalogue: Named, shapes: Records<Query, Page, Shape, Saved, Added, Changes>) {
  const { noun, table } = catalogue
  const { query, page, details, saved, added, changes, summaries } = shapes
  const path = `/companies/{companyId}/${table}` as const
  const modify = { needs: 'inventory.write', refusal: `modify ${table}` } as const
  const gone = goneOf(catalogue)
  const refusals = { ...clash, ...unknownReference }
  return {
    list: route
      .meta({ needs: 'inventory.read' })
      .route({ method: 'GET', path, summary: `List ${table}` })
      .input(query)
      .output(page),
    get: route
      .meta({ needs: 'inventory.read' })
      .route({ method: 'GET', path: `${path}/{id}`, summary: summaries.get })
      .input(z.strictObject(one))
      .output(details)
      .errors(gone),
    create: route
      .meta(modify)
      .route({ method: 'POST', path, summary: `Add ${article(noun)} ${noun}`, successStatus: 201 })
      .input(added.extend({ companyId: z.uuid() }))
      .output(savedOf(saved))
      .errors(refusals),
    update: route
      .meta({ ...modify, versioned: true })
      .route({ method: 'PATCH', path: `${path}/{id}`, summary: summaries.update })
      .input(changes.extend(one))
      .output(savedOf(saved))
      .errors({ ...gone, ...refusals }),
  }
}

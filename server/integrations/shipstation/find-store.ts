import { foldText } from 'contract/same-text.ts'
import { z } from 'zod'
import { storeOfParcels } from '../../revenue/public.ts'
import { ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { askShipstation } from './shipstation-call.ts'

const Stores = z.array(
  z.object({
    storeId: z.int(),
    storeName: z
      .string()
      .nullish()
      .transform((name) => name ?? ''),
    active: z.boolean().nullish(),
  }),
)
type Store = z.infer<typeof Stores>[number]

/** The stores of an account with their ids, and the one whose parcels are read; null: those of all. Only version 1 tells stores apart. */
export type FoundStore = { stores: string[]; ids: string[]; store: Store | null }

/**
 * Several stores of an account may have an order 1001: the parcels of one of them are read if it is named. An account with one store needs no name,
 * unless it had several: then an answer that lacks the named one would bring the parcels of another.
 * @throws {ServiceError} when none of several stores has the name
 */
export async function findStore(
  connection: Connection,
  context: CallContext & { signal?: AbortSignal },
): Promise<FoundStore> {
  const answer = await askShipstation(connection, context, {
    ...{ operation: 'Find the store', path: 'stores?showInactive=true', shape: Stores },
  })
  const stores = answer.map(({ storeName }) => storeName || 'a store without a name')
  const ids = answer.map(({ storeId }) => String(storeId))
  const wanted = connection.config.store_name
  if (!wanted) return { stores, ids, store: null }
  const isOne = answer.length < 2 && (await context.work((db) => storeOfParcels(db, context.companyId))) === null
  if (isOne) return { stores, ids, store: null }
  const named = answer.filter(({ storeName }) => foldText(storeName) === foldText(wanted))
  // A shop that was connected a second time left its former store behind, out of use.
  const inUse = named.filter(({ active }) => active !== false)
  if (inUse.length > 1)
    throw new ServiceError(`There are ${inUse.length} stores named ${wanted}: give them different names in ShipStation`)
  const store = inUse[0] ?? named[0]
  if (!store)
    throw new ServiceError(`There is no store named ${wanted}. This account has: ${stores.join(', ') || 'none'}`)
  return { stores, ids, store }
}

import { foldText } from 'contract/same-text.ts'
import { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { ServiceError } from '../service-error.ts'
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

/** The stores of an account, and the one whose parcels are read; null: those of all. Only version 1 tells stores apart. */
export type FoundStore = { stores: string[]; store: Store | null }

/**
 * Several stores of an account may have an order 1001: the parcels of one of them are read if it is named. An account with one store needs no name.
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
  const wanted = connection.config.store_name
  if (answer.length < 2 || !wanted) return { stores, store: null }
  const named = answer.filter(({ storeName }) => foldText(storeName) === foldText(wanted))
  // A shop that was connected a second time left its former store behind, out of use.
  const inUse = named.filter(({ active }) => active !== false)
  if (inUse.length > 1)
    throw new ServiceError(`There are ${inUse.length} stores named ${wanted}: give them different names in ShipStation`)
  const store = inUse[0] ?? named[0]
  if (!store) throw new ServiceError(`There is no store named ${wanted}. This account has: ${stores.join(', ')}`)
  return { stores, store }
}

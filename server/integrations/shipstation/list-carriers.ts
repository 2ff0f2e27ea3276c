import { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { askShipstation } from './shipstation-call.ts'

const Carriers = z.object({ carriers: z.array(z.object({ carrier_id: z.string().nullish() })) })

/** The ids of the carriers of an account of version 2. It has no stores, so they tell one account from another. */
export async function listCarriers(
  connection: Connection,
  context: CallContext & { signal?: AbortSignal },
): Promise<string[]> {
  const { carriers } = await askShipstation(connection, context, {
    ...{ operation: 'Find the carriers', path: 'v2/carriers', shape: Carriers },
  })
  return carriers.flatMap(({ carrier_id: id }) => id ?? [])
}

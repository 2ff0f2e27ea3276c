import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { askShipstation, isVersion1 } from './shipstation-call.ts'
import { shipstationSyncKind } from './shipstation-sync-kind.ts'

const Stores = z.array(z.object({ storeName: z.string(), active: z.boolean().optional() }))
const Carriers = z.object({ carriers: z.array(z.object({ friendly_name: z.string().nullish() })) })

/** Keys of version 1 come with a secret; version 2 has a key alone. */
export const shipstation: Provider = {
  name: 'shipstation',
  home: (_, hasSecret) => (hasSecret('api_secret') ? 'https://ssapi.shipstation.com' : 'https://api.shipstation.com'),
  standIn: ({ shipstation: base }) => base,
  sync: shipstationSyncKind,

  async test(connection, context) {
    const operation = 'Test connection'
    if (isVersion1(connection)) {
      const stores = await askShipstation(connection, context, {
        ...{ operation, path: 'stores?showInactive=false', shape: Stores },
      })
      const names = stores.map(({ storeName }) => storeName)
      const account = names.slice(0, 3).join(', ') || null
      return { message: `Connected to ShipStation (version 1): ${counted(names.length, 'store')}`, account }
    }
    const { carriers } = await askShipstation(connection, context, { operation, path: 'v2/carriers', shape: Carriers })
    return { message: `Connected to ShipStation (version 2): ${counted(carriers.length, 'carrier')}`, account: null }
  },
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

import { type Provider, syncKind } from '../provider.ts'
import { findStore } from './find-store.ts'
import { listCarriers } from './list-carriers.ts'
import { isVersion1 } from './shipstation-call.ts'

/** Keys of version 1 come with a secret; version 2 has a key alone. */
export const shipstation: Provider = {
  name: 'shipstation',
  home: (_, hasSecret) => (hasSecret('api_secret') ? 'https://ssapi.shipstation.com' : 'https://api.shipstation.com'),
  standIn: ({ shipstation: base }) => base,
  sync: syncKind('shipstation-sync'),

  async test(connection, context) {
    if (isVersion1(connection)) {
      const { stores, store } = await findStore(connection, context)
      const account = store?.storeName ?? (stores.slice(0, 3).join(', ') || null)
      const read = store ? `the store ${store.storeName}` : counted(stores.length, 'store')
      const doubt = !store && stores.length > 1 ? ', and the parcels of all are read. Store Name chooses one' : ''
      return { message: `Connected to ShipStation (version 1): ${read}${doubt}`, account }
    }
    const carriers = await listCarriers(connection, context)
    return { message: `Connected to ShipStation (version 2): ${counted(carriers.length, 'carrier')}`, account: null }
  },
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

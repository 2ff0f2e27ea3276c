import { ListedPart, PartDetails } from 'contract/inventory/parts.ts'
import { ListedProduct, Product } from 'contract/inventory/products.ts'
import { Vendor } from 'contract/inventory/vendors.ts'
import type { ListKey, ListView, Preferences } from 'contract/settings/preferences.ts'
import { Sop, SopItem } from 'contract/sops/sops.ts'
import { ListedTask, Task } from 'contract/tasks/tasks.ts'
import { pageWith, sampleOf } from './samples.ts'
import type { Answers } from './server.ts'

const many = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** Lists of twelve records each, which can be opened. */
export function fullLists(): Answers {
  const parts = many.map((n) => sampleOf(ListedPart, { partNumber: `P-${n}`, name: `Bolt ${n}`, stockLevel: 4 }))
  const products = many.map((n) => sampleOf(ListedProduct, { sku: `S-${n}`, name: `Pump ${n}` }))
  const vendors = many.map((n) => sampleOf(Vendor, { name: `Acme ${n}`, status: 'active' }))
  const tasks = many.map((n) => sampleOf(ListedTask, { title: `Task ${n}`, assigneeName: 'Emil' }))
  const sops = many.map((n) => sampleOf(SopItem, { title: `SOP ${n}`, status: 'published' }))
  const one = <Row extends { id: string }>(rows: Row[], id: string) => rows.find((row) => row.id === id)
  return {
    parts: {
      list: () => ({ ...pageWith(parts), lowStockCount: 3 }),
      get: ({ id }) => sampleOf(PartDetails, one(parts, id)),
    },
    products: {
      list: () => pageWith(products),
      get: ({ id }) => ({ ...sampleOf(Product, one(products, id)), pictureId: null, linePictures: {} }),
    },
    vendors: {
      list: () => ({ ...pageWith(vendors), activeCount: 12 }),
      get: ({ id }) => sampleOf(Vendor, one(vendors, id)),
    },
    tasks: { list: () => pageWith(tasks), get: ({ id }) => sampleOf(Task, one(tasks, id)) },
    sops: { list: () => pageWith(sops), get: ({ id }) => sampleOf(Sop, one(sops, id)) },
  }
}

/** Keeps what the person chooses for their lists, as the server does. */
export function keptPreferences(): { preferences: Preferences; answers: Answers } {
  const preferences: Preferences = {}
  const put = ({ key, value }: { key: ListKey; value: ListView }) => {
    preferences[key] = value
    return value
  }
  return { preferences, answers: { preferences: { get: () => preferences, put } } }
}

import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

/** Row 40 of security.md 2.2: files go by the rights on what they belong to. */
export const filesAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'files.list':         [401, 403, 200, 200, 200, 200],
    'files.upload':       [401, 403, 403, 403, 201, 201],
    'files.remove':       [401, 403, 403, 403, 200, 200],
    'files.sign':         [401, 403, 200, 200, 200, 200],
    'files.content':      [403, 403, 403, 403, 403, 403],
  },
  records: async (given, company) => {
    const product = await given.product(company)
    const file = await given.file(company, { product_id: product.id })
    return { file: file.id, productWithFile: product.id }
  },
  idOf: { files: 'file' },
  queries: ({ productWithFile }) => ({
    'files.list': { entityType: 'product', entityId: productWithFile ?? '' },
    'files.upload': { entityType: 'product', entityId: productWithFile ?? '', name: 'parts.csv' },
  }),
  bodies: () => ({}),
  tables: {
    files: {
      own: ['r---', 'r---', 'ri-d', 'ri-d'],
      insert: `(company_id, product_id, name, type, size, sha256, path, storage_key)
               select $1, p.id, 'x.txt', 'text/plain', 1, repeat('0', 64), 'x', p.company_id || '/${randomUUID()}'
               from products p where p.company_id = $1 limit 1`,
      set: `name = 'x'`,
    },
  },
}

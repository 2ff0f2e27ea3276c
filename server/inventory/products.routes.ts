import { Product } from 'contract/inventory/products.ts'
import { api } from '../platform/api.ts'
import { type ListSource, listPage } from '../platform/list-page.ts'

const { products } = api
const columns = Object.keys(Product.shape) as (keyof Product)[]
const productSource: ListSource = { table: 'products', columns }

export const productsRoutes = products.router({
  list: products.list.handler(({ input, context }) =>
    context.inCompany(async (db) => {
      const { counts: _counts, ...page } = await listPage<Product>(db, productSource, input)
      return page
    }),
  ),

  get: products.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const product = await context.inCompany((db) =>
      db
        .selectFrom('products')
        .select(columns)
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .$castTo<Product>()
        .executeTakeFirst(),
    )
    if (!product) throw errors.NOT_FOUND()
    return product
  }),
})

import { authorization } from '../data.ts'
import { median, oneByOne, type Shape } from '../load.ts'
import type { Server } from '../servers.ts'
import type { addBoms } from './bom-data.ts'

export type BomFigure = { operation: string; limit: number; product: number; p99: number }

export type Boms = Awaited<ReturnType<typeof addBoms>>

/** The requests about bills of materials. The limit explodes them too, but without the fence, the names of limiting parts, or margins. */
export function bomOperationsOn(
  companyId: string,
  { products, part }: Boms,
): Record<string, { limit: Shape; product: Shape }> {
  const base = `/api/companies/${companyId}`
  const get =
    (path: (id: string | undefined) => string): Shape =>
    (turn) => ({ method: 'GET', path: path(products[turn % products.length]) })
  const limit = (name: string) => get((id) => `/${name}?company=${companyId}&id=${id}`)
  const plain = (name: string) => get(() => `/${name}?company=${companyId}`)
  const analysis = (sort: string) => get(() => `${base}/inventory/build-analysis?sort=${sort}`)
  return {
    'roll-up + can-build, one product': { limit: limit('bom-parts'), product: get((id) => `${base}/bom/${id}/parts`) },
    'tree of one product': { limit: limit('bom-tree'), product: get((id) => `${base}/bom/${id}/tree`) },
    'where-used of a part': {
      limit: get(() => `/where-used?company=${companyId}&id=${part}`),
      product: get(() => `${base}/where-used/${part}`),
    },
    'list of 50 products': { limit: plain('products'), product: get(() => `${base}/products`) },
    'summary figures': { limit: plain('summary'), product: get(() => `${base}/inventory/summary`) },
    'build analysis, 50 by name': { limit: plain('build-50'), product: analysis('name') },
    'build analysis, all by max buildable': { limit: plain('build-all'), product: analysis('maxBuildable') },
    'build analysis, all by rolled-up cost': { limit: plain('build-all'), product: analysis('calculatedCost') },
  }
}

/** One client; three rounds that alternate between limit and product. Milliseconds. */
export async function measureBoms(
  { limit, product }: { limit: Server; product: Server },
  companyId: string,
  boms: Boms,
): Promise<BomFigure[]> {
  const figures: BomFigure[] = []
  for (const [operation, shapes] of Object.entries(bomOperationsOn(companyId, boms))) {
    const ask = operation.includes('all by') ? fewTimes : (origin: string, shape: Shape) => oneByOne(origin, shape, 1)
    const samples = { limit: [] as number[], product: [] as number[], p99: [] as number[] }
    for (let round = 0; round < 3; round++) {
      samples.limit.push((await ask(limit.origin, shapes.limit)).p50)
      const { p50, p99 } = await ask(product.origin, shapes.product)
      samples.product.push(p50)
      samples.p99.push(p99)
    }
    figures.push({
      operation,
      limit: median(samples.limit),
      product: median(samples.product),
      p99: median(samples.p99),
    })
  }
  return figures
}

/** For requests that take a second: four of them, the first is warm-up. */
async function fewTimes(origin: string, shape: Shape) {
  const times: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    const start = performance.now()
    const answer = await fetch(origin + shape(turn).path, { headers: { authorization } })
    await answer.text()
    if (!answer.ok) throw new Error(`${shape(turn).path} answered ${answer.status}`)
    if (turn > 0) times.push(performance.now() - start)
  }
  return { p50: median(times), p99: Math.max(...times) }
}

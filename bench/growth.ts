import type pg from 'pg'
import { addCompany } from './data.ts'
import { oneByOne } from './load.ts'
import { operationsOn } from './operations.ts'
import type { Server } from './servers.ts'

/** p50 in ms per operation, for companies of these sizes. */
export type Growth = { sizes: number[]; operations: Record<string, number[]> }

export async function measureGrowth({ origin }: Server, admin: pg.Client): Promise<Growth> {
  const sizes = [10_000, 100_000, 1_000_000]
  const operations: Growth['operations'] = {}
  const subjects = []
  for (const size of sizes) subjects.push(await addCompany(admin, `With ${size}`, size))
  await admin.query('vacuum analyze')
  for (const name of Object.keys(operationsOn({ companyId: '', ids: [] }))) {
    operations[name] = []
    for (const subject of subjects) {
      const shape = operationsOn(subject)[name]?.product
      if (shape) operations[name].push((await oneByOne(origin, shape, 2)).p50)
    }
  }
  return { sizes, operations }
}

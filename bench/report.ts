import type { BomFigure } from './boms/boms.ts'
import type { BulkStep } from './bulk.ts'
import type { Cost, Costs } from './cost.ts'
import type { Growth } from './growth.ts'
import type { NeighbourFigure } from './neighbours/neighbour.ts'
import type { Comparison } from './operations.ts'

const ms = (value: number) => value.toFixed(2)

export function printComparisons(comparisons: Comparison[]): void {
  console.table(
    comparisons.map(({ operation, limit, product, statements }) => ({
      operation,
      'p50 ms: limit': ms(limit.p50),
      'p50 ms: product': ms(product.p50),
      'p50 ratio': (product.p50 / limit.p50).toFixed(1),
      'p99 ms: limit': ms(limit.p99),
      'p99 ms: product': ms(product.p99),
      '1/s: limit': Math.round(limit.perSecond),
      '1/s: product': Math.round(product.perSecond),
      '1/s ratio': (product.perSecond / limit.perSecond).toFixed(2),
      statements: Math.round(statements),
    })),
  )
}

/** Microseconds of a request, server + PostgreSQL, and requests a second as a ratio to the limit. */
export function printCosts(costs: Costs[]): void {
  const words = ({ server, database }: Cost) => `${Math.round(server)} + ${Math.round(database)}`
  console.table(
    costs.map(({ operation, costs: { limit, ...others } }) => {
      const ratio = (cost: Cost) => (cost.perSecond / (limit?.perSecond ?? 0)).toFixed(2)
      return {
        operation,
        ...(limit && { 'µs: limit': words(limit) }),
        ...Object.fromEntries(
          Object.entries(others).flatMap(([name, cost]) => [
            [`µs: ${name}`, words(cost)],
            [`1/s ratio: ${name}`, ratio(cost)],
          ]),
        ),
      }
    }),
  )
}

export function printBulk(steps: BulkStep[]): void {
  console.table(
    steps.map(({ step, seconds, limit, memory }) => ({
      step,
      's: product': seconds.toFixed(2),
      's: limit': limit?.toFixed(2) ?? '',
      ratio: limit ? (seconds / limit).toFixed(1) : '',
      'memory MB: before': memory ? Math.round(memory.before / 2 ** 20) : '',
      'memory MB: highest': memory ? Math.round(memory.highest / 2 ** 20) : '',
    })),
  )
}

export function printBoms(figures: BomFigure[]): void {
  console.table(
    figures.map(({ operation, limit, product, p99 }) => ({
      'bills of materials': operation,
      'p50 ms: limit': ms(limit),
      'p50 ms: product': ms(product),
      'p50 ratio': (product / limit).toFixed(1),
      'p99 ms: product': ms(p99),
    })),
  )
}

export function printGrowth({ sizes, operations }: Growth): void {
  console.table(
    Object.entries(operations).map(([operation, values]) => ({
      operation,
      ...Object.fromEntries(
        sizes.map((size, index) => [`${size.toLocaleString('en-US')} parts`, ms(values[index] ?? Number.NaN)]),
      ),
      factor: ((values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)).toFixed(2),
    })),
  )
}

export function printNeighbour(figures: NeighbourFigure[]): void {
  console.table(
    figures.map(({ load, p50, p99, requests, failed, answers, highest, longestDelay }) => ({
      'one person does': load,
      'neighbour p50 ms': ms(p50),
      'p99 ms': ms(p99),
      requests,
      failed,
      'memory MB: highest': Math.round(highest / 2 ** 20),
      'event loop ms: longest': ms(longestDelay),
      answered: Object.entries(answers)
        .map(([status, count]) => `${count} x ${status}`)
        .join(', '),
    })),
  )
}

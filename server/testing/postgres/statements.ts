import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'
import { Packet } from '../../platform/database/connections/packet.ts'

const asking = new AsyncLocalStorage<string[]>()

/**
 * The statements that a request sends to PostgreSQL. What other requests and timers of this process send meanwhile does not count:
 * an earlier request may still note when its session was last used.
 */
export async function statementsOf(ask: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string } | Packet]
    if (statement instanceof Packet) asking.getStore()?.push(...statement.texts)
    else asking.getStore()?.push(typeof statement === 'string' ? statement : (statement.text ?? ''))
    return Reflect.apply(query, this, args)
  } as never)
  try {
    await asking.run(sent, ask)
    return sent
  } finally {
    spy.mockRestore()
  }
}

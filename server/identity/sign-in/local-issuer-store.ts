import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expiresAt: number }

const mostEntries = 5_000

/** The storage of the local provider; oidc-provider's own in-memory storage prints warnings at every start. */
export function memoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>()
  const read = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) =>
    [...entries].find(([key, { payload }]) => key.startsWith(`${model}:`) && payload[field] === value)?.[1].payload

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn) {
        const oldest = entries.size >= mostEntries ? entries.keys().next().value : undefined
        if (oldest) entries.delete(oldest)
        entries.set(keyOf(id), {
          payload,
          expiresAt: expiresIn ? Date.now() + expiresIn * 1_000 : Number.POSITIVE_INFINITY,
        })
      },
      find: async (id) => read(keyOf(id)),
      findByUid: async (uid) => findBy(model, 'uid', uid),
      findByUserCode: async (code) => findBy(model, 'userCode', code),
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id) => void entries.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}

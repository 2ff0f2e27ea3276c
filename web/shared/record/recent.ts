/** A record that was opened. `number`: the number that people know it by beside its name, if known. */
export type Recent = { kind: string; id: string; number: string | null; name: string }

const most = 8
const prefix = 'recent '
const keyOf = (userId: string, companyId: string) => `${prefix}${userId} ${companyId}`

/** The records that a person opened last in a company, newest first. They are stored only in this browser. */
export function recentRecords(userId: string, companyId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, companyId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a record first. A known number is kept. */
export function rememberRecord(userId: string, companyId: string, record: Recent): void {
  const before = recentRecords(userId, companyId)
  const entry = before.find(({ id }) => id === record.id)
  const first = { ...record, number: record.number ?? entry?.number ?? null }
  const kept = [first, ...before.filter(({ id }) => id !== record.id)].slice(0, most)
  try {
    localStorage.setItem(keyOf(userId, companyId), JSON.stringify(kept))
  } catch {
    // The browser stores nothing, so there are no recent records.
  }
}

/** Forgets the recent records of all people; called when nobody is signed in. */
export function forgetRecords(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

function isRecent(value: unknown): value is Recent {
  const { kind, id, name, number } = (value ?? {}) as Partial<Recent>
  return [kind, id, name].every((text) => typeof text === 'string') && (number === null || typeof number === 'string')
}

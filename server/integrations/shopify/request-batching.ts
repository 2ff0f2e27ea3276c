/** Ways to ask the database once for many callers. A burst of notices is one caller to it, so their number alone refuses nobody. */

/** A question that is asked while the same one is under way gets the same answer. */
export function shareAnswers<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (key) => {
    const answer = answers.get(key) ?? ask(key).finally(() => answers.delete(key))
    answers.set(key, answer)
    return answer
  }
}

type Waiting<Item> = { item: Item; resolve: () => void; reject: (error: unknown) => void }

/** Small enough to be stored well within the time that a sender waits. */
const atOnce = 200

/** Items that arrive while others of the same key are being stored are stored together after them. Each caller waits until its own item is stored. */
export function storeTogether<Item>(
  store: (key: string, items: Item[]) => Promise<void>,
): (key: string, item: Item) => Promise<void> {
  const waiting = new Map<string, Waiting<Item>[]>()
  return (key, item) =>
    new Promise((resolve, reject) => {
      const others = waiting.get(key)
      if (others) return void others.push({ item, resolve, reject })
      const all = [{ item, resolve, reject }]
      waiting.set(key, all)
      void storeAll(key, all)
    })

  async function storeAll(key: string, all: Waiting<Item>[]) {
    while (all.length > 0) {
      const batch = all.splice(0, atOnce)
      try {
        await store(
          key,
          batch.map((each) => each.item),
        )
        for (const each of batch) each.resolve()
      } catch (error) {
        for (const each of batch) each.reject(error)
      }
    }
    waiting.delete(key)
  }
}

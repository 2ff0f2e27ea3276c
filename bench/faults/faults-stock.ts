import { randomUUID } from 'node:crypto'
import type { Journal } from './faults-people.ts'

type Part = { number: string; id: string }
export const linesOfReceipt = 1_000

/** Every way in which one person moves the stock of parts that nobody else moves. @param post answers undefined when it was refused */
export function stockAtWork(
  journal: Journal,
  post: (path: string, body: object | string) => Promise<Record<string, unknown> | undefined>,
) {
  const postLines = async (lines: object[]) => {
    const posted = await post('movements', { actionId: randomUUID(), lines })
    return (posted?.movements as { id: string; changeSetId: string }[] | undefined)?.[0]
  }
  return {
    async makeParts(numbers: string[]): Promise<Part[]> {
      const made = await post('parts/batch', {
        create: numbers.map((number) => ({ partNumber: number, name: number })),
      })
      if (!made) return []
      for (const number of numbers) {
        journal.parts.add(number)
        journal.stocks.set(number, { onHand: 0, movements: 0 })
      }
      return numbers.map((number, line) => ({ number, id: (made.created as { id: string }[])[line]?.id ?? '' }))
    },
    /** A receipt of many parts: all of its lines, or none. */
    async receive(parts: Part[]): Promise<void> {
      if (!(await postLines(parts.map(({ id }) => ({ itemId: id, quantity: 1, unitCost: 2 }))))) return
      for (const { number } of parts) {
        const { onHand, movements } = journal.stocks.get(number) ?? { onHand: 0, movements: 0 }
        journal.stocks.set(number, { onHand: onHand + 1, movements: movements + 1 })
      }
    },
    /** A receipt and its reversal, a count, a receipt and its undo, a file of stock. */
    async moveOwn({ number, id }: Part, round: number): Promise<void> {
      const receipt = await postLines([{ itemId: id, quantity: 5, unitCost: 2 }])
      await post(`movements/${receipt?.id}/reversal`, { actionId: randomUUID() })
      await post(`stock/${id}/counts`, { counted: round + 1, onHand: null })
      const mistake = await postLines([{ itemId: id, quantity: 3 }])
      await post(`change-sets/${mistake?.changeSetId}/undo`, {})
      const file = await post('imports?type=stock', `Item Number,Quantity\n${number},${2 * round + 3}\n`)
      await post(`imports/${file?.id}/commit`, {})
      const { movements } = journal.stocks.get(number) ?? { movements: 0 }
      journal.stocks.set(number, { onHand: 2 * round + 3, movements: movements + 6 })
    },
  }
}

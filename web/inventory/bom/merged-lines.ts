import type { NewBomLine } from 'contract/inventory/bom.ts'

export type Side = 'mine' | 'theirs'

/** A line that differs between two versions; a version without the line removed it or never had it. `preset`: the side that changed it. */
export type DifferingLine = { key: string; mine?: NewBomLine; theirs?: NewBomLine; preset: Side }

/** A component has at most one line; the key of an unknown component is its typed number. */
const keyOf = ({ type, id, number }: NewBomLine) => `${type} ${id || number}`

const byKey = (lines: NewBomLine[]) => new Map(lines.map((line) => [keyOf(line), line]))

/** The lines that differ between two versions of `base`, in the order of the merged list. A line that both changed is preset to mine. */
export function differingLines(base: NewBomLine[], mine: NewBomLine[], theirs: NewBomLine[]): DifferingLine[] {
  const [was, my, their] = [byKey(base), byKey(mine), byKey(theirs)]
  return orderOf(base, mine, theirs).flatMap((key): DifferingLine[] => {
    const [me, they] = [my.get(key), their.get(key)]
    if (me?.quantity === they?.quantity) return []
    const preset = me?.quantity === was.get(key)?.quantity ? 'theirs' : 'mine'
    return [{ key, ...(me && { mine: me }), ...(they && { theirs: they }), preset }]
  })
}

/** One list of both versions. @param choices the side of each line that differs, by its key; without a choice, its preset */
export function mergedLines(
  base: NewBomLine[],
  mine: NewBomLine[],
  theirs: NewBomLine[],
  choices: Record<string, Side> = {},
): NewBomLine[] {
  const presets = new Map(differingLines(base, mine, theirs).map(({ key, preset }) => [key, preset]))
  const sides = { mine: byKey(mine), theirs: byKey(theirs) }
  return orderOf(base, mine, theirs).flatMap((key) => {
    const line = sides[choices[key] ?? presets.get(key) ?? 'mine'].get(key)
    return line ? [line] : []
  })
}

/**
 * All keys of both: in my order, or in theirs if only they moved lines. A line that only the other side has follows its neighbour there.
 */
function orderOf(base: NewBomLine[], mine: NewBomLine[], theirs: NewBomLine[]): string[] {
  const [was, my, their] = [base, mine, theirs].map((lines) => lines.map(keyOf)) as [string[], string[], string[]]
  const [first, second] = isInOrder(was, my) && !isInOrder(was, their) ? [their, my] : [my, their]
  const order = [...first]
  for (const [place, key] of second.entries()) {
    if (order.includes(key)) continue
    const before = second.slice(0, place).findLast((each) => order.includes(each))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  }
  return order
}

/** Whether the lines that are left of one list are in the order of the other. */
function isInOrder(was: string[], now: string[]): boolean {
  const left = now.filter((key) => was.includes(key))
  return was.filter((key) => left.includes(key)).every((key, place) => key === left[place])
}

/**
 * Finds a variable that is probably a misspelling of one of ours: it is not ours, but differs by a letter or two, or only in case,
 * from one of ours that is not set.
 * @param set names of the variables of the environment
 * @param names our own
 * @returns a sentence for the person who starts the server
 */
export function misspeltIn(set: string[], names: string[]): string | undefined {
  for (const name of set) {
    if (names.includes(name)) continue
    const meant = names.find((candidate) => !set.includes(candidate) && isNear(name.toUpperCase(), candidate))
    if (meant) return `${name} is not a variable of this program: did you mean ${meant}?`
  }
  return undefined
}

/** Short names are too close to many others: HOME is two letters from HOST. */
const isNear = (name: string, other: string) => distance(name, other) <= (other.length < 8 ? 1 : 2)

/** How many letters must be added, removed, changed or swapped with a neighbour (Damerau-Levenshtein). */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwap) row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1)
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}

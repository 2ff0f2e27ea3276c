const places = 2 ** 22

/** Indexes sorted by time, eight bytes each: a million take 8 MB. */
export type Sorted = {
  length: number
  at: (place: number) => { seconds: number; index: number }
  firstSince: (seconds: number, index?: number) => number
}

/** @param secondsOf the time of an index; below 4,194,304 indexes, time and index fit exactly into one number */
export function sortedBy(count: number, secondsOf: (index: number) => number): Sorted {
  if (count > places) throw new Error(`At most ${places} records`)
  const keys = new Float64Array(count)
  for (let index = 0; index < count; index += 1) keys[index] = secondsOf(index) * places + index
  keys.sort()
  const at = (place: number) => {
    const key = keys[place] ?? 0
    return { seconds: Math.floor(key / places), index: key % places }
  }
  const firstSince = (seconds: number, index = 0) => {
    const wanted = seconds * places + index
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
  return { length: count, at, firstSince }
}

// Takes the cells of a column, finds what only lines of a bill of materials have: references on a circuit board ('C1-C3, C7') and positions
// (1, 2, 3 or 1.1, 1.2).

/**
 * How many cells are lists of references, single references, and neither. `others` also of `names`: the single ones whose letters are no usual ones, as LM358. `seen`: the single ones. Counting ends
 * after some hundred cells.
 */
export type References = {
  lists: number
  singles: number
  others: number
  names: number
  seen: Set<string>
  repeats: boolean
}

export const noReferences = (): References => ({
  lists: 0,
  singles: 0,
  others: 0,
  names: 0,
  seen: new Set(),
  repeats: false,
})

/** Whether the column designates places on a circuit board: 'C1', 'IC3' in two rows and more, none of them twice. */
export const areDesignators = (found: References | undefined): boolean =>
  found !== undefined && found.lists + found.singles > 1 && found.others + found.names === 0 && !found.repeats

/** The usual letters of designators. */
const letters = new Set(
  'R,C,L,D,Q,U,IC,J,P,K,F,FB,X,Y,TP,SW,S,T,TR,LED,CN,CON,JP,RN,RP,RV,VR,VT,VD,DA,DD,HL,XS,XP,BT,BAT,FID,ANT,RL,LS,MK,ZD,OK,NTC,MOV,PTC,RT,FL,FU,XTAL'.split(
    ',',
  ),
)

const enough = 200

export function lookForReferences(found: References, cell: string): void {
  if (found.lists + found.singles + found.others >= enough || cell.trim() === '') return
  const count = referencesIn(cell)
  if (count === null) found.others += 1
  else if (count > 1) found.lists += 1
  else noteSingle(found, cell.trim().toUpperCase())
}

function noteSingle(found: References, text: string): void {
  found.singles += 1
  if (!ofCabinet.test(text) && !letters.has(/^[A-Z]+/.exec(text)?.[0] ?? '')) found.names += 1
  if (found.seen.has(text)) found.repeats = true
  found.seen.add(text)
}

const longest = 20_000
const most = 10_000
const one = /^([a-z]{1,5})_?(\d{1,6})[a-z]?$/i
/** 'C1-C3', 'C1-3', 'C1..C3' */
const range = /^([a-z]{1,5})(\d{1,6})(?:-|\.{2,3}|–|~)([a-z]{0,5})(\d{1,6})$/i

/** '=A1+S2-K1' is the relay K1 of a cabinet. */
const ofCabinet = /^(?:=[\w.]{1,12})?(?:\+[\w.]{1,12})?-(?=[a-z])/i

/** The number of references in a cell, each counted once; null when it holds something else. */
export function referencesIn(cell: string): number | null {
  const text = cell.length > longest ? '' : cell.replace(/\s+/g, ' ').replace(/ ?(-|–|\.{2,3}) ?/g, '$1')
  const tokens = text.split(/[ ,;/]+/).flatMap((token) => token.replace(ofCabinet, '') || [])
  const found = new Set<string>()
  for (const token of tokens) {
    const [, letters = '', first = '', , last = ''] = range.exec(token) ?? []
    if (one.test(token)) found.add(token.toUpperCase())
    else if (letters && Math.abs(Number(last) - Number(first)) < most) {
      const [from, to] = [Number(first), Number(last)].toSorted((one, other) => one - other) as [number, number]
      for (let place = from; place <= to; place += 1) found.add(`${letters.toUpperCase()}${place}`)
    } else return null
  }
  return found.size > 0 ? found.size : null
}

/** `dots`: positions of several numbers: 1.1, 1-1, 1/1. `isRising`: no whole number is below the one before; alternates have that of their part. `others`: cells that are no positions. */
export type Positions = { dots: number; wholes: number; others: number; isRising: boolean; last: number }

export const noPositions = (): Positions => ({ dots: 0, wholes: 0, others: 0, isRising: true, last: 0 })

// A bill of materials has shown its positions by then.
const mostPositions = 5_000

export function lookForPositions(found: Positions, cell: string): void {
  if (found.dots + found.wholes + found.others >= mostPositions) return
  const text = cell.trim()
  if (text === '') return
  if (text.length > 40 || !/^\d{1,6}(?:[./-]\d{1,4})*\.?$/.test(text)) found.others += 1
  else if (/[./-]\d/.test(text)) found.dots += 1
  else {
    const number = Number.parseInt(text, 10)
    found.isRising &&= number >= found.last
    found.wholes += 1
    found.last = number
  }
}

/** Whether the column shows what contains what: 1, 1.1, 1.2, 2. A line below the table, as 'Total', does not change that. */
export const hasDots = (found: Positions | undefined): boolean =>
  found !== undefined && found.dots > 0 && found.others <= found.dots + found.wholes

/** Whether the column numbers the lines: 1, 2, 3 or 10, 20, 30. */
export const countsLines = (found: Positions): boolean =>
  found.isRising && found.wholes > 0 && found.others <= found.wholes

import { diffArrays } from 'diff'

/** Paragraphs that nobody changed, or both changed alike. */
type Same = { isSame: true; paragraphs: string[] }
/** Paragraphs in which the texts differ. `changedBy`: the person who changed the earlier text. */
export type ParagraphConflict = { isSame: false; mine: string[]; theirs: string[]; changedBy: 'me' | 'them' | 'both' }
export type TextPart = Same | ParagraphConflict

/** Beyond this number of changed paragraphs, texts are compared as a whole: otherwise it could take seconds. */
const maxEdits = 1_500

const endsBlank = /\n[ \t]*\n$/
const listItem = /^\s*(?:[-+*]|\d{1,9}[.)])[ \t]/

/** The paragraphs of a text, each with the line breaks after it; a line of a list counts as one. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  for (const line of text.split(/(?<=\n)/)) {
    const last = paragraphs.at(-1)
    const isNew = last === undefined || listItem.test(line) || (endsBlank.test(last) && line.trim() !== '')
    if (isNew) paragraphs.push(line)
    else paragraphs[paragraphs.length - 1] = last + line
  }
  return paragraphs
}

/** The differences between two versions of `base`, paragraph by paragraph. */
export function partsOf(base: string, mine: string, theirs: string): TextPart[] {
  const [before, my, their] = [paragraphsOf(base), paragraphsOf(mine), paragraphsOf(theirs)]
  const [inMine, inTheirs] = [placesIn(before, my), placesIn(before, their)]
  const parts: TextPart[] = []
  let [atBase, atMine, atTheirs] = [0, 0, 0]
  const gap = (toBase: number, toMine: number, toTheirs: number) => {
    const [was, me, they] = [before.slice(atBase, toBase), my.slice(atMine, toMine), their.slice(atTheirs, toTheirs)]
    if (me.length + they.length + was.length === 0) return
    if (isAlike(me, they)) parts.push({ isSame: true, paragraphs: me })
    else {
      const changedBy = isAlike(was, they) ? 'me' : isAlike(was, me) ? 'them' : 'both'
      parts.push({ isSame: false, mine: me, theirs: they, changedBy })
    }
  }
  const upTo = (place: number, me: number | undefined, they: number | undefined) => {
    if (me === undefined || they === undefined) return
    gap(place, me, they)
    ;[atBase, atMine, atTheirs] = [place, me, they]
  }
  // Before each paragraph, both texts are cut after the paragraph above, and before the paragraph itself: one of the two places is enough.
  for (let place = 0; place <= before.length; place++) {
    const [me, they] = [cutsAt(place, inMine), cutsAt(place, inTheirs)]
    upTo(place, me.after ?? me.before, they.after ?? they.before)
    upTo(place, me.before ?? me.after, they.before ?? they.after)
  }
  gap(before.length, my.length, their.length)
  return joined(parts)
}

/** Where another text continues at a place of the first: after the paragraph above, and before the one below, if it still has them. */
function cutsAt(place: number, places: Map<number, number>): { after: number | undefined; before: number | undefined } {
  const above = place === 0 ? -1 : places.get(place - 1)
  return { after: above === undefined ? undefined : above + 1, before: places.get(place) }
}

/** One text from paragraphs of both. They get line breaks where needed; otherwise two paragraphs would become one. */
export const textOf = (paragraphs: string[]): string =>
  paragraphs.reduce((text, next) => text + breaksBetween(text, next) + next, '')

function breaksBetween(text: string, next: string): string {
  if (text === '' || endsBlank.test(text)) return ''
  const ofLine = text.endsWith('\n') ? '' : '\n'
  return listItem.test(next) ? ofLine : `${ofLine}\n`
}

/** For each paragraph that is still in the other text, its place there. */
function placesIn(before: string[], after: string[]): Map<number, number> {
  const places = new Map<number, number>()
  let [was, is] = [0, 0]
  const options = { comparator: isSameParagraph, maxEditLength: maxEdits }
  for (const { count, added, removed } of diffArrays(before, after, options) ?? []) {
    for (let step = 0; step < count && !added && !removed; step++) places.set(was + step, is + step)
    if (!added) was += count
    if (!removed) is += count
  }
  return places
}

const isSameParagraph = (one: string, other: string) => one.trimEnd() === other.trimEnd()
const isAlike = (some: string[], others: string[]) =>
  some.length === others.length && some.every((each, place) => isSameParagraph(each, others[place] ?? ''))

/** Merges equal neighbours into one part. */
function joined(parts: TextPart[]): TextPart[] {
  const merged: TextPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (part.isSame && last?.isSame) last.paragraphs = [...last.paragraphs, ...part.paragraphs]
    else merged.push(part)
  }
  return merged
}

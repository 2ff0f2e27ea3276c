/** A step of a checklist: the line of the Markdown that it begins on, counted from 1, and its words. */
export type ChecklistStep = { line: number; text: string }

/** A heading of a SOP: its line counted from 1, its level from 1 to 4, and its words. */
export type SopHeading = { line: number; level: number; text: string }

const step = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]+(\S.*)$/
const heading = /^ {0,3}(#{1,4})[ \t]+(\S.*)$/

/** The steps that can be ticked, in order. The index of a step in this list is its number in a run. */
export const checklistOf = (content: string | null): ChecklistStep[] =>
  linesOf(content).flatMap(([text, line]) => {
    const [, words] = step.exec(text) ?? []
    return words ? [{ line, text: plain(words) }] : []
  })

/** The headings, for the table of contents. */
export const headingsOf = (content: string | null): SopHeading[] =>
  linesOf(content).flatMap(([text, line]) => {
    const [, marks, words] = heading.exec(text) ?? []
    return marks && words ? [{ line, level: marks.length, text: plain(words) }] : []
  })

/** The lines outside of fenced code, with their numbers. */
function linesOf(content: string | null): [text: string, line: number][] {
  let fence = ''
  return (content ?? '').split('\n').flatMap((text, index): [string, number][] => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? []
    if (fence) {
      if (mark.startsWith(fence)) fence = ''
      return []
    }
    fence = mark
    return fence ? [] : [[text, index + 1]]
  })
}

/** The words without Markdown marks: '**Stop** the [lathe](https://…)' is 'Stop the lathe'. */
const plain = (words: string) =>
  words
    .slice(0, 500)
    .replace(/!?\[([^[\]]{0,200})\]\([^()]{0,400}\)/g, '$1')
    .replace(/[*_`~]+|[ \t]#+[ \t]*$/g, '')
    .trim()

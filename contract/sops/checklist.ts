import { typedLines } from './typed-lines.ts'

/** A step of a checklist: the line of the Markdown that it begins on, counted from 1, and its words. */
export type ChecklistStep = { line: number; text: string }

/** A heading of a SOP: its line counted from 1, its level from 1 to 4, and its words. */
export type SopHeading = { line: number; level: number; text: string }

const step = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]+(\S.*)$/
const heading = /^ {0,3}(#{1,4})[ \t]+(\S.*)$/

/**
 * The steps that can be ticked, in order. The index of a step in this list is its number in a run. `stepCount`: that of a run; one that began
 * when '☐ Check', or '[ ] Check' without a dash, was no step keeps the numbers it began with.
 */
export function checklistOf(content: string | null, stepCount?: number): ChecklistStep[] {
  const steps = stepsOf(linesOf(content))
  if (stepCount === undefined || steps.length === stepCount) return steps
  const typed = (content ?? '').split('\n')
  const earlier = [
    steps.filter(({ line }) => !/^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]*)?[☐☑□]/u.test(typed[line - 1] ?? '')),
    stepsOf(linesOf(content).map(([, line]) => [typed[line - 1] ?? '', line])),
  ]
  return earlier.find(({ length }) => length === stepCount) ?? steps
}

const stepsOf = (lines: [text: string, line: number][]): ChecklistStep[] =>
  lines.flatMap(([text, line]) => {
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
const linesOf = (content: string | null): [text: string, line: number][] =>
  typedLines(content ?? '').flatMap(({ text, isCode }, index): [string, number][] =>
    isCode ? [] : [[text, index + 1]],
  )

/** The words without Markdown marks: '**Stop** the [lathe](https://…)' is 'Stop the lathe'. */
const plain = (words: string) =>
  words
    .slice(0, 500)
    .replace(/!?\[([^[\]]{0,200})\]\([^()]{0,400}\)/g, '$1')
    .replace(/((?<![A-Za-z])[A-Za-z]:\\\S{0,200})|\\([!-/:-@[-`{-~])|[*_`~]+|[ \t]#+[ \t]*$/g, '$1$2')
    .trim()

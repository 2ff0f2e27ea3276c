import { at } from '../page/at.ts'

/** Rows that a figure counts or adds up. `to`: '.' is this screen. `sum`: what they add up to, when the figure has several terms. */
export type Rows = {
  label: string
  to: string
  search?: Record<string, string>
  hash?: string
  sum?: string | undefined
}

/** How a figure is computed: in words, and its rows. `files`: the same rows, to add up in a spreadsheet. */
export type Explanation = {
  label: string
  formula: string
  rows: readonly Rows[]
  files?: readonly { label: string; href: string }[]
}

/** The properties of a link to rows. */
export const toRows = ({ to, search = {}, hash }: Rows) => ({
  ...at(to, to === '.' ? (before: object) => ({ ...before, ...search }) : search),
  ...(hash && { hash }),
})

import { z } from 'zod'
import { type RuleName, ruleErrors } from '../errors.ts'

/** Why an undo keeps something as it is. */
export const undoCodes = [
  'changed_since', // somebody changed it, or what belongs to it, after the change set
  'not_there', // deleted since, or moved to another company
  'in_use', // a record that stays refers to it
  'taken', // another record has its number or name now
  'gone', // what it refers or belongs to is not there
  'contains_gone', // the same is true of something that belongs to it
  'rule', // a rule of its own stands against it: `params.rule`, broken by `params.detail`
  'unfit', // it breaks a rule of the database that is younger than the change
] as const
export type UndoCode = (typeof undoCodes)[number]

/** `type`, `name` and `number`: the other record, as far as it is known. */
export const UndoParams = z.object({
  type: z.string().optional(),
  name: z.string().optional(),
  number: z.string().optional(),
  rule: z.string().optional(),
  detail: z.string().nullish(),
})
export type UndoParams = z.infer<typeof UndoParams>

/** What is said of a record, or field, that an undo kept. @returns a sentence without a full stop */
export function undoReason({ code, params }: { code: UndoCode; params: UndoParams }): string {
  const { number, name } = params
  const other = [number, name].filter(Boolean).join(' ')
  switch (code) {
    case 'changed_since':
      return 'It was changed since'
    case 'not_there':
      return 'It was deleted or moved since'
    case 'in_use':
      return 'Other records use it'
    case 'taken':
      return other ? `Its number or name is used by ${other} now` : 'Its number or name is used by another record now'
    case 'gone':
      return other ? `It needs ${other}, which is gone` : 'It needs a record that is gone'
    case 'contains_gone':
      return other ? `It contains ${other}, which is gone` : 'Something it contains is gone'
    case 'rule':
      return withDetail(
        ruleErrors[params.rule as RuleName]?.message ?? 'A rule of today stands against it',
        params.detail,
      )
    case 'unfit':
      return 'It does not fit the rules of today'
  }
}

const withDetail = (sentence: string, detail: string | null | undefined) =>
  detail ? `${sentence}: ${detail}` : sentence

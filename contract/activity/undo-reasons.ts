import { z } from 'zod'
import { type RuleName, ruleErrors } from '../errors.ts'

/** Why an undo keeps a record or field as it is. */
export const undoCodes = [
  'changed_since', // somebody changed it, or what belongs to it, after the change set
  'used_since', // what came into stock with it has been used
  'reversed', // its movements of stock were reversed by hand
  'not_there', // deleted since, or moved to another company
  'in_use', // a record that stays refers to it
  'taken', // another record has its number or name now
  'gone', // the record that it refers or belongs to does not exist
  'contains_gone', // the same holds for something that belongs to it
  'rule', // a rule forbids it: `params.rule`, broken by `params.detail`
  'unfit', // it breaks a database rule that is younger than the change
] as const
export type UndoCode = (typeof undoCodes)[number]

/** `type`, `name` and `number` of the other record, if known. */
export const UndoParams = z.object({
  type: z.string().optional(),
  name: z.string().optional(),
  number: z.string().optional(),
  rule: z.string().optional(),
  detail: z.string().nullish(),
})
export type UndoParams = z.infer<typeof UndoParams>

/** Says why an undo kept a record or field. @returns a sentence without a full stop */
export function undoReason({ code, params }: { code: UndoCode; params: UndoParams }): string {
  const { number, name } = params
  const other = [number, name].filter(Boolean).join(' ')
  switch (code) {
    case 'changed_since':
      return 'It was changed since'
    case 'used_since':
      return 'What came in with it has been used since'
    case 'reversed':
      return 'It was reversed already'
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
        ruleErrors[params.rule as RuleName]?.message ?? 'A rule that applies now forbids it',
        params.detail,
      )
    case 'unfit':
      return 'It breaks a current rule'
  }
}

const withDetail = (sentence: string, detail: string | null | undefined) =>
  detail ? `${sentence}: ${detail}` : sentence

import { type RuleName, ruleErrors } from './errors.ts'

/** The reasons that are no rules of the database. */
const otherReasons = [
  // of a record
  ...(['stale', 'duplicate', 'in_use', 'version', 'obstacles'] as const),
  // of a batch or a bulk edit
  ...(['faulty_records', 'out_of_range'] as const),
  // of stock
  ...([
    'below_zero',
    'too_much',
    'moved',
    'reversed',
    'action_used',
    'place_gone',
    'already_there',
    'nothing_to_revalue',
  ] as const),
  // of a file: the file itself, or what its record or its company may have
  ...(['file', 'record', 'company'] as const),
  // of an import or a change set
  ...(['needs_mapping', 'not_chosen', 'errors', 'committed', 'not_committed', 'undone'] as const),
  // of long work that somebody else has begun
  'under_way',
  // of a suggestion
  ...(['accepting', 'decided'] as const),
  // of a change: it may or may not have been stored; its Idempotency-Key belongs to another one
  ...(['outcome_unknown', 'key_reused'] as const),
] as const

/** `data.reason` of a failure: closer than its code. */
export const problemReasons: readonly (RuleName | (typeof otherReasons)[number])[] = [
  ...otherReasons,
  ...(Object.keys(ruleErrors) as RuleName[]),
]

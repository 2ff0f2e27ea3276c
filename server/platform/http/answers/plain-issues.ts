import { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  uuid: 'the id of a record',
  email: 'an e-mail address',
  url: 'an address like https://example.com',
  date: 'a day like 2026-11-22',
  datetime: 'a time like 2026-11-22T12:00:00Z',
  time: 'a time like 12:00',
}

const sizes: Record<string, string> = { string: ' characters', array: ' entries', map: ' entries', set: ' entries' }

/** The sentence for an input that breaks a rule without words of its own; Zod's own words are for programmers. */
const plainIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Must be given' : `Must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      if (issue.input === undefined) return 'Must be given'
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `Must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${sizes[issue.origin] ?? ''}`
    case 'too_small':
      return `Must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${sizes[issue.origin] ?? ''}`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return `Must be ${formats[issue.format] ?? 'in the right form'}`
    case 'invalid_union':
      return issue.input === undefined ? 'Must be given' : 'Must be in one of the allowed forms'
    case 'invalid_key':
    case 'invalid_element':
      return 'Contains something that is not allowed'
    default:
      return 'Not valid'
  }
}

/** From now on, in the whole process, broken rules have plain sentences. A parse with an `error` of its own keeps that. */
export const formatIssues = (): void => {
  z.config({ localeError: plainIssue })
}

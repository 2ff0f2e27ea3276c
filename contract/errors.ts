import { z } from 'zod'

/** Codes, statuses and sentences that all features share. The wire carries {code, status, message, data, requestId}. */
export const sharedErrors = {
  BAD_REQUEST: { status: 400, message: 'Some of what was sent is not valid' },
  UNAUTHORIZED: { status: 401, message: 'Please sign in' },
  NO_ROLE: { status: 403, message: 'Please ask your supervisor for access.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this' },
  READ_ONLY_TOKEN: { status: 403, message: 'This token may only read' },
  OUTSIDE_AREAS: { status: 403, message: 'This token is limited to other areas of the API' },
  NOT_BY_TOKEN: { status: 403, message: 'A token cannot do this: please sign in' },
  ONE_COMPANY_TOKEN: {
    status: 403,
    message: 'This token is for one company: it cannot change what holds for you in all companies',
  },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This address does not take this method: the header Allow names those it takes',
  },
  OTHER_PERSON: { status: 409, message: 'Somebody else has signed in in this browser. Nothing was changed.' },
  CONFLICT: { status: 409, message: 'This conflicts with what is stored' },
  COMPANY_SOLD: { status: 409, message: 'This company has been sold: its records can be read but not changed' },
  TOO_LARGE: { status: 413, message: 'That is larger than this server accepts' },
  ADDRESS_TOO_LONG: { status: 414, message: 'A part of this address is too long: an id has 36 characters' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'That content type is not accepted here: send JSON as application/json, and a file as it is',
  },
  UNPROCESSABLE: { status: 422, message: 'That refers to something that does not exist' },
  PRECONDITION_REQUIRED: {
    status: 428,
    message: 'Send If-Match with the version that was edited, or "*" to overwrite whatever is stored',
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests; please wait a moment' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side; nothing was changed' },
  STORAGE_FULL: { status: 507, message: 'The storage for files is full; nothing was changed' },
  UNAVAILABLE: { status: 503, message: 'The database cannot be reached at the moment; please try again' },
} as const

export type SharedErrorCode = keyof typeof sharedErrors

/** One failed rule of an input: `field` is the key as sent, `message` a sentence for the person who typed it. */
export const FieldIssue = z.object({ field: z.string(), message: z.string() })
export type FieldIssue = z.infer<typeof FieldIssue>

/** Why one request among others failed, as the answer to it alone would say it. */
export const Failure = z.object({ code: z.string(), status: z.int(), message: z.string(), data: z.unknown() })
export type Failure = z.infer<typeof Failure>

/**
 * Rules that PostgreSQL checks itself, because two requests at once could otherwise break them. PostgreSQL names the rule; the answer has
 * status, sentence, `data.reason` (the name) and, if the rule is about one field of a form, `data.field`.
 */
export const ruleErrors = {
  own_access: { status: 409, message: 'You cannot remove your own access' },
  own_by_token: { status: 403, message: 'A token cannot end your own sessions: please sign in' },
  last_operator: { status: 409, message: 'At least one SBR Operator must remain' },
  email_taken: { status: 409, message: 'Someone with this e-mail address is in the list already' },
  already_member: { status: 409, message: 'This person belongs to the company already' },
  request_closed: { status: 409, message: 'This access request has been answered already' },
  too_many_tokens: { status: 409, message: 'You have 50 tokens already: remove one that is no longer used' },
  too_many_webhooks: {
    status: 409,
    message: 'This company has 10 webhooks already: remove one that is no longer used',
  },
  too_many_views: { status: 409, message: 'You have 100 views already: delete one that is no longer used' },
  name_own: { status: 409, message: 'This person has signed in: only they can change their name' },
  has_access: { status: 409, message: 'This person has access already' },
  company_sold: { status: 409, message: 'This company has been sold: nobody can be given access to it' },
  suggestions_off: {
    status: 403,
    message: 'Programs may not suggest changes in this company: an SBR operator can switch it on',
  },
  too_many_suggestions: { status: 409, message: '500 suggestions wait here already: accept or decline some first' },
  company_inactive: { status: 409, message: 'This company is inactive: choose an active one' },
  sop_step_unknown: { status: 422, message: 'This SOP has no such step' },
  company_unknown: { status: 422, message: 'That company does not exist' },
  role_required: { status: 400, message: 'Please select a role' },
  company_required: { status: 400, message: 'Please select a company for non-SBR operator roles' },
  operator_company: { status: 400, message: 'An SBR Operator belongs to the SBR firm: leave the company empty' },
  firm_role: { status: 400, message: 'The SBR firm has SBR Operators only: choose another company' },
  firm_locked: { status: 409, message: 'Type, status and parent of the SBR firm cannot be changed' },
  parent_itself: { status: 409, message: 'A company cannot be its own parent' },
  parent_type: { status: 409, message: 'Only a company of type parent can be chosen as parent' },
  parent_of_parent: { status: 409, message: 'A parent company has no parent itself' },
  zone_unknown: { status: 400, message: 'Must be a time zone like America/New_York' },
  store_product_taken: {
    status: 409,
    message: 'This product of the store is linked already',
    field: 'shopifyProductId',
  },
  bom_loop: { status: 422, message: 'A bill of materials cannot contain itself' },
  bom_too_deep: { status: 422, message: 'A bill of materials can be at most 20 levels deep' },
  unit_moved: { status: 409, message: 'Its stock has moved already, so the unit stays', field: 'unit' },
  decimals_used: { status: 409, message: 'A bill of materials or a stock needs more decimals', field: 'decimals' },
  line_decimals: { status: 422, message: 'A line has more decimals than its part' },
  lot_missing: { status: 422, message: 'This part has lots: name the lot of what comes in', field: 'lotNumber' },
  stock_short: { status: 422, message: 'The stock of an item must not fall below zero', field: 'stockLevel' },
  place_short: { status: 409, message: 'There is not enough' },
  place_loop: { status: 422, message: 'A place cannot be inside itself', field: 'parentId' },
  has_children: { status: 409, message: 'This company has portfolio companies: give them another parent first' },
  assignee_unknown: { status: 422, message: 'Choose somebody who belongs to this company', field: 'assignedTo' },
  task_loop: { status: 422, message: 'These tasks would wait for each other' },
  task_link_unknown: { status: 422, message: 'That does not exist in this company' },
  entry_order: { status: 422, message: 'The end must be after the start', field: 'endedAt' },
  entry_future: { status: 422, message: 'Start and end cannot lie in the future', field: 'endedAt' },
  break_early: { status: 422, message: 'The break begins before the shift', field: 'breaks' },
  break_late: { status: 422, message: 'The break ends after the shift', field: 'breaks' },
  entry_reopened: { status: 409, message: 'An entry that has ended cannot be opened again' },
  entry_overlap: { status: 409, message: 'This overlaps another entry of the same person' },
  entry_past: { status: 422, message: 'That is more than ten years ago: please check the year', field: 'startedAt' },
  clocked_in_elsewhere: {
    status: 409,
    message: 'You are still clocked in at another company: a manager there has to end that entry first',
  },
  entry_ended: { status: 409, message: 'This entry has ended already' },
  press_too_old: { status: 409, message: 'This was pressed too long ago to count: please propose the time instead' },
  proposal_waits: { status: 409, message: 'A proposal for this entry waits already: withdraw it first' },
  proposal_decided: { status: 409, message: 'This proposal has been decided already' },
  proposal_end_stays: { status: 409, message: 'The entry needs an end: propose another one instead' },
  proposal_end_needed: { status: 409, message: 'The entry needs an end: say when the person left' },
  period_locked: { status: 409, message: 'This period is locked' },
  lock_order: { status: 422, message: 'The last day must not be before the first' },
  lock_future: { status: 422, message: 'A period can be locked when its last day is over' },
  lock_overlap: { status: 409, message: 'A part of this period is locked already' },
  lock_open: { status: 409, message: 'Somebody is still clocked in since this period; open entries' },
  lock_proposals: { status: 409, message: 'Proposals of this period wait for a decision' },
  sop_company_sold: { status: 409, message: 'The company of this SOP has been sold: it stays with SBR' },
  integration_taken: { status: 409, message: 'That company has this integration already' },
  assistant_off: { status: 409, message: 'OpenAI is not set up for this company' },
  assistant_used_up: { status: 409, message: 'The calls to OpenAI of this month are used up' },
  key_missing: {
    status: 409,
    message:
      'This is sealed with a key that is missing on this server: an administrator must put it back. Nothing was changed',
  },
  integration_company_sold: { status: 409, message: 'That company has been sold: nothing can be connected to it' },
} as const

export type RuleName = keyof typeof ruleErrors

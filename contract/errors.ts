import { z } from 'zod'

/** Codes, statuses and sentences that all features share. The wire carries {code, status, message, data, requestId}. */
export const sharedErrors = {
  BAD_REQUEST: { status: 400, message: 'Some of what was sent is not valid' },
  UNAUTHORIZED: { status: 401, message: 'Please sign in' },
  NO_ROLE: { status: 403, message: 'Please ask your supervisor for access.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  CONFLICT: { status: 409, message: 'This conflicts with what is stored' },
  COMPANY_SOLD: { status: 409, message: 'This company has been sold: its records can be read but not changed' },
  TOO_LARGE: { status: 413, message: 'That is larger than this server accepts' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'That content type is not accepted here' },
  UNPROCESSABLE: { status: 422, message: 'That refers to something that does not exist' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests; please wait a moment' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side; nothing was changed' },
  UNAVAILABLE: { status: 503, message: 'The database cannot be reached at the moment; please try again' },
} as const

export type SharedErrorCode = keyof typeof sharedErrors

/** One failed rule of an input: `field` is the key as sent, `message` a sentence for the person who typed it. */
export const FieldIssue = z.object({ field: z.string(), message: z.string() })
export type FieldIssue = z.infer<typeof FieldIssue>

/** A call to a service outside. */
export type Call = {
  provider: string
  /** as text for the log of the integration: 'Test connection' */
  operation: string
  companyId: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  body?: string
  /** false for a write without an idempotency key: once the request has left, it is not tried again */
  isRepeatable: boolean
  /** for the whole answer of each try, 10,000; in `stream`: for its beginning, and between two pieces */
  timeoutMs?: number
  /** after decompression, 5 MB; in `stream`: of one line */
  maxBytes?: number
  /** 3; 1 where a person waits */
  maxTries?: number
  /** the number of tries when the service itself says how long to wait; `maxTries` by default */
  maxWaits?: number
  /** ends the call, also while it waits for another try */
  signal?: AbortSignal
  /**
   * How long the service wants us to wait, in ms; null when it does not say. By default Retry-After of a 429 or 5xx. A number asks for
   * another try whatever the status; Infinity for none.
   */
  waitFor?: (answer: Answer) => number | null
  /** The error in an answer whose status is good, in a few words; null when there is none. */
  problemOf?: (answer: Answer) => string | null
  /** The remaining quota, as text; by default from the usual headers. */
  quotaOf?: (answer: Answer) => string | null
}

/** `durationMs` with all tries and waits; `tries`: from 1. */
export type Answer = { status: number; headers: Headers; text: string; durationMs: number; tries: number }

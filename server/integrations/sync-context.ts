import type { CallContext } from './provider.ts'

/** What a sync works with: a call's context, and the signal that ends it when the server stops. */
export type SyncContext = CallContext & {
  signal: AbortSignal
  /** where people and services reach this server, without an ending slash */
  appUrl: string
}

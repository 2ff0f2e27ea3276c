import { anyChange, type Changed } from 'contract/live.ts'

/** What an answer says about the change that was asked for; null: anything may have changed. */
export type OwnChange = { noun: string; changed: Changed | null }

let refresh: (change: OwnChange) => void = () => undefined

/** Sets what follows a change of this tab. The cache imports the client of the API, so the client reaches the cache only by this. */
export function onOwnChange(follow: typeof refresh): void {
  refresh = follow
}

/** @param noun of the contract, one of whose procedures was called @param header `x-changed` of the answer; null after a mere read */
export function tellOwnChange(noun: string, header: string | null): void {
  if (header) refresh({ noun, changed: header === anyChange ? null : JSON.parse(header) })
}

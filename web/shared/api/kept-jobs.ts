/** Sends a request to an address of the API. */
export type Send = (address: string, init?: RequestInit) => Promise<Response>
type Follow = (address: string, send: Send) => Promise<Response>

let follow: Follow = (address, send) => send(address)

/** Sets how long work is followed. Toasts reach the client of the API, so the client reaches them only by this. */
export function onLongJob(by: Follow): void {
  follow = by
}

/** Waits for the end of long work. @returns what the request would have answered */
export const answerOfJob: Follow = (address, send) => follow(address, send)

/** Where this browser keeps the addresses of long work whose end it has not seen. */
export const keptJobsKey = 'long-jobs'

export function hasKeptJobs(): boolean {
  try {
    return (localStorage.getItem(keptJobsKey) ?? '[]') !== '[]'
  } catch {
    return false
  }
}

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

const key = 'long-jobs'

/** The addresses of long work that this browser began and whose end it has not seen. */
export function keptJobs(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function keepJob(address: string, isUnderWay: boolean): void {
  const others = keptJobs().filter((each) => each !== address)
  try {
    localStorage.setItem(key, JSON.stringify(isUnderWay ? [...others, address] : others))
  } catch {
    // Without storage the work goes on all the same; only the end of it is not told after the page was left.
  }
}

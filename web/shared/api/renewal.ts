import { isSigningOut, setSigningOut } from '../session/signing-out.ts'
import { sharedValue } from '../shared-value.ts'

// A session may end while somebody works. Then the screens stay as they are, that person signs in again in place, and the refused requests
// are sent once more (docs/architecture.md, the life of a sign-in).

/** `asked`: somebody has to sign in again; `other`: another person has signed in in this browser, so the page must not go on. */
export type Renewal = 'none' | 'asked' | 'other'

let person: string | null = null
const state = sharedValue<Renewal>('none')
let waiting: PromiseWithResolvers<boolean> | null = null

export const useRenewal = (): Renewal => state.use()

/** From now on the page belongs to this person, until it is loaded again. */
export function actAs(userId: string): void {
  person ??= userId
}

/** The header by which the server refuses requests that this page sends for another person. */
export const ofPerson = (): Record<string, string> => (person ? { 'x-person': person } : {})

/**
 * For a request that was answered with 401. Waits until the same person has signed in again. Returns false at once when nobody was signed
 * in here, or when the sign-in page would lose nothing.
 * @param isChange of somebody who has just pressed a button
 */
export function renewSession(isChange: boolean): Promise<boolean> {
  if (!person || isSigningOut() || state.get() === 'other') return Promise.resolve(false)
  if (!waiting && !isChange && !hasUnsavedWork()) return Promise.resolve(false)
  if (!waiting) {
    waiting = Promise.withResolvers<boolean>()
    state.set('asked')
  }
  return waiting.promise
}

/** Somebody has signed in: the requests go on only if it is the person of this page. @returns whether they go on */
export function signedInAgain(userId: string): boolean {
  if (userId !== person) {
    refuseOther()
    return false
  }
  waiting?.resolve(true)
  waiting = null
  state.set('none')
  return true
}

/** Another person has signed in in this browser: the page stops. */
export function refuseOther(): void {
  waiting?.resolve(false)
  waiting = null
  state.set('other')
}

/** Whether the page has stopped and says so. It must not go to the sign-in page, which would send the other person on. */
export const isStopped = (): boolean => state.get() === 'other'

/** Why somebody is on the sign-in page: the demo was reset, or their session has ended. The page says so. */
type SignInNotice = 'reset' | 'ended'

/** Goes to the sign-in page on purpose, by a full page load: the session has ended, and is not renewed. */
export function leave(notice: SignInNotice): void {
  setSigningOut(true)
  window.location.assign(`/auth?notice=${notice}`)
}

/**
 * Leads to the sign-in page and back, unless somebody is leaving on purpose. The page says that a session has ended if there was one.
 * @param href the address to return to
 */
export function askToSignIn(href: string): void {
  if (isSigningOut()) return
  const search = new URLSearchParams({ ...(href !== '/' && { returnTo: href }), ...(person && { notice: 'ended' }) })
  window.location.replace(search.size > 0 ? `/auth?${search}` : '/auth')
}

/** The fields that somebody has typed into on this page; their text may be unsaved. */
const typed = new Set<Element>()

if (typeof document !== 'undefined')
  document.addEventListener('input', ({ target }) => target instanceof Element && typed.add(target), { capture: true })

/** Whether leaving the page now could lose something: a form is open, or a field still has typed text. */
function hasUnsavedWork(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return document.querySelector('[role="dialog"] form') !== null || [...typed].some(isFilled)
}

const isFilled = (field: Element) => ('value' in field ? field.value !== '' : field.textContent !== '')

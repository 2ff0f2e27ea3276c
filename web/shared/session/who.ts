import type { Session } from 'contract/identity/session.ts'

/** The person signed in in this browser, without the client of the API, which the sign-in page does not load. @throws without an answer */
export async function whoIsSignedIn(): Promise<Session | null> {
  const answer = await fetch('/api/session')
  if (answer.status === 401) return null
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return answer.json()
}

/** The channel on which the page at the end of a sign-in window tells the others that it is done. */
export const signedInChannel = 'signed-in'

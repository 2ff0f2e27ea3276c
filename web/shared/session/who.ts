import type { Session } from 'contract/identity/session.ts'

/** Who is signed in in this browser, asked without the client of the API: the sign-in page does not load it. @throws without an answer */
export async function whoIsSignedIn(): Promise<Session | null> {
  const answer = await fetch('/api/session')
  if (answer.status === 401) return null
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return answer.json()
}

/** The page that a window for signing in ends on tells the others by this channel that it is done. */
export const signedInChannel = 'signed-in'

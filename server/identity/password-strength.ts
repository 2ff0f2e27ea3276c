import { ORPCError } from '@orpc/server'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { sharedErrors } from 'contract/errors.ts'

type Person = { email: string; firstName: string | null; lastName: string | null }

/** On a scale from 0 to 4. At this step an attacker who has the hash needs more than 10^8 tries. */
const enough = 3

let opened: Promise<ZxcvbnFactory> | undefined

/**
 * Refuses a password that is in the lists of stolen passwords, a variant of one, or made of known facts about the person.
 * @param field the name of the input
 * @throws 400 at the field
 */
export async function refuseGuessable(password: string, person: Person, field: string): Promise<void> {
  opened ??= open()
  const { email, firstName, lastName } = person
  const known = [email, ...email.split(/[@.]/), firstName, lastName, 'sbr', 'operations', 'inventory']
  const { score } = (await opened).check(
    password,
    known.filter((word) => word !== null),
  )
  if (score >= enough) return
  const message = 'This password is easy to guess: take another one, such as four words that do not belong together'
  throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues: [{ field, message }] } })
}

/** Loaded with the first new password: the lists take 20 MB. */
async function open() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // It reads the first 64 characters only: its time grows with the square of the length.
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 })
}

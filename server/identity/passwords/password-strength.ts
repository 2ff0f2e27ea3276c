import { ORPCError } from '@orpc/server'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { sharedErrors } from 'contract/errors.ts'

type Person = { email: string; firstName: string | null; lastName: string | null; companies: string[] }

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
  const facts = factsAbout(person)
  const { score } = (await opened).check(password, [...facts, ...facts.map(plain)])
  if (score >= enough && !consistsOf(facts, password)) return
  const message = 'This password is easy to guess: take another one, such as four words that do not belong together'
  throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues: [{ field, message }] } })
}

/** What a colleague knows about the person. */
function factsAbout({ email, firstName, lastName, companies }: Person): string[] {
  const names = [firstName, lastName].filter((name) => name !== null)
  const inBothOrders = [names.join(' '), names.toReversed().join(' ')]
  const facts = [email, ...email.split(/[@.]/), ...names, ...inBothOrders, ...companies, 'SBR Operations', 'inventory']
  return facts.filter((fact) => fact !== '')
}

/** Words that guessers put beside a year. */
const calendar = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  ...['December', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ...['Spring', 'Summer', 'Autumn', 'Winter'],
]

/**
 * Whether a password is made of facts and hardly anything else: 'NorthManufacturing2026!'. The score alone does not tell: it multiplies the
 * tries for each word, digit and capital.
 */
function consistsOf(facts: string[], password: string): boolean {
  const words = [...facts, ...calendar].flatMap((fact) => [fact, ...fact.split(/[^\p{L}\p{N}]/u)]).map(plain)
  const longestFirst = words.filter((word) => word.length > 2).sort((one, other) => other.length - one.length)
  const whole = plain(password)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), whole)
  return rest !== whole && rest.replace(/\P{L}/gu, '').length < 4
}

/** Letters and digits alone, without accents: 'Noah Lindqvist' -> 'noahlindqvist'. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Loaded with the first new password: the lists take 20 MB. */
async function open() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // It reads the first 64 characters only: its time grows with the square of the length.
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 })
}

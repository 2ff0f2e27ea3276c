import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairQueue, type QueueClient, sharesOfWork } from '../../platform/fairness/fair-queue.ts'

const compute = promisify(argon2)

/** OWASP's recommendation for argon2id: 46 MiB, one pass, one lane. A change applies to new hashes; each hash states its own cost. Tests lower it. */
export const cost = { memory: 47_104, passes: 1, parallelism: 1 }
const bytes = { salt: 16, tag: 32 }

/** @returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (the form of the reference implementation). @throws {NoPlace} */
export async function hashOf(password: string, asker: QueueClient): Promise<string> {
  const salt = randomBytes(bytes.salt)
  return written({ ...cost, salt, tag: await computed(password, { ...cost, salt }, asker) })
}

/**
 * Whether a password belongs to a hash. Without a hash it computes one anyway and returns false: the time must not reveal which addresses
 * have a password (T54). @throws {NoPlace}
 */
export async function isPasswordOf(hash: string | undefined, password: string, asker: QueueClient): Promise<boolean> {
  const parts = hash === undefined ? nobodys() : read(hash)
  const tag = await computed(password, parts, asker)
  return timingSafeEqual(tag, parts.tag) && hash !== undefined
}

type Parts = typeof cost & { salt: Buffer; tag: Buffer }

const written = ({ memory, passes, parallelism, salt, tag }: Parts) =>
  ['', 'argon2id', 'v=19', `m=${memory},t=${passes},p=${parallelism}`, inText(salt), inText(tag)].join('$')

const inText = (part: Buffer) => part.toString('base64').replaceAll('=', '')

function read(hash: string): Parts {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{22,})\$([\w+/]{43})$/.exec(hash) ?? []
  if (!salt || !tag) throw new Error('A stored hash of a password is damaged')
  return {
    ...{ memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    ...{ salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') },
  }
}

const nobodys = (): Parts => ({ ...cost, salt: randomBytes(bytes.salt), tag: randomBytes(bytes.tag) })

/**
 * At most two at once: more would take the memory, and the threads that also read files. A hash takes a moment, so the addresses take
 * turns; a whole office may wait behind one.
 */
export const turns = new FairQueue(
  sharesOfWork({ places: 2, perCompany: 2, perPerson: 2, waiting: 300, waitingPerPerson: 80, waitMs: 30_000 }),
)

async function computed(
  password: string,
  { salt, memory, passes, parallelism }: Omit<Parts, 'tag'>,
  asker: QueueClient,
): Promise<Buffer> {
  const leave = await turns.enter(asker)
  try {
    const cost = { memory, passes, parallelism, tagLength: bytes.tag }
    return await compute('argon2id', { message: password, nonce: salt, ...cost })
  } finally {
    leave()
  }
}

import type { QueueClient } from '../../platform/fairness/fair-queue.ts'
import { addressOf } from '../../platform/fairness/rate-limits.ts'
import { api, type RequestContext } from '../../platform/http/api.ts'
import { hashToken, readToken } from '../../platform/http/session-token.ts'
import { type Keyring, UnreadableSecret } from '../../platform/secrets/keyring.ts'
import { clearSession, newSecret, setSession } from '../sessions/cookies.ts'
import { getSelf } from '../sessions/session.queries.ts'
import { hashOf, isPasswordOf } from './password-hash.ts'
import { passwordMail } from './password-mail.ts'
import { refuseGuessable } from './password-strength.ts'
import { countTry, rememberDevice } from './password-tries.ts'
import {
  changePassword,
  firmOf,
  openPasswordSession,
  ownPassword,
  passwordOf,
  personOfLink,
  recordWrongPassword,
  type StoredPassword,
  setPasswordByLink,
} from './passwords.queries.ts'

const { passwords } = api

export const passwordsRoutes = passwords.router({
  offered: passwords.offered.handler(() => undefined),

  signIn: passwords.signIn.handler(async ({ input: { email, password }, context, errors }) => {
    const { request, reply, keyring } = context
    const forgetTry = await countTry(context, email)
    const stored = await context.read((db) => passwordOf(db, email))
    const isRight = await isPasswordOf(opened(keyring, stored), password, fromAddress(context))
    const secret = newSecret(context.appUrl())
    const hashes = { secret: hashToken(secret), before: readToken(request)?.tokenHash ?? null }
    const isIn = await context.write(async (db) => {
      if (stored && isRight && (await openPasswordSession(db, stored, hashes, request))) return true
      await recordWrongPassword(db, email, request.ip)
      return false
    })
    if (!isIn) throw errors.WRONG_PASSWORD()
    await forgetTry()
    await rememberDevice(context, email)
    clearSession(reply)
    setSession(reply, context.appUrl(), secret)
  }),

  askReset: passwords.askReset.handler(async ({ input: { email }, context }) => {
    await context.limits.count('resetMailTo', hashToken(email), context.reply)
    await context.write(async (db) => {
      await context.jobs.enqueue(db, passwordMail, { companyId: await firmOf(db), email })
    })
  }),

  reset: passwords.reset.handler(async ({ input: { token, password }, context, errors }) => {
    const linkHash = hashToken(token)
    const linked = await context.read((db) => personOfLink(db, linkHash))
    if (!linked) {
      await context.limits.count('callback', addressOf(context.request), context.reply)
      throw errors.LINK_ENDED()
    }
    await refuseGuessable(password, linked, 'password')
    const sealed = await sealedHash(context.keyring, linked.person, password, fromAddress(context))
    const isSet = await context.write((db) => setPasswordByLink(db, linkHash, sealed, context.request.ip))
    if (!isSet) throw errors.LINK_ENDED()
    await rememberDevice(context, linked.email)
  }),

  own: passwords.own.handler(async ({ context }) => ({ isSet: (await context.read(ownPassword)) !== undefined })),

  change: passwords.change.handler(async ({ input: { currentPassword, newPassword }, context, errors }) => {
    const { keyring, limits, reply } = context
    const [stored, self] = await context.read((db) => Promise.all([ownPassword(db), getSelf(db)]))
    const tries = `session of ${self.email}`
    await limits.count('passwordOf', tries, reply)
    const wrong = () => errors.WRONG_PASSWORD({ data: { field: 'currentPassword' } })
    if (!(await isPasswordOf(opened(keyring, stored), currentPassword, context.asker())) || !stored) throw wrong()
    await limits.giveBack('passwordOf', tries)
    await refuseGuessable(newPassword, { ...self, companies: stored.companies }, 'newPassword')
    const sealed = await sealedHash(keyring, stored.person, newPassword, context.asker())
    if (!(await context.write((db) => changePassword(db, stored.version, sealed, context.request.ip)))) throw wrong()
  }),
})

/** People do not belong to a company, so the place of their passwords names none. */
const placeOf = (person: string) => ({ companyId: '', owner: `person:${person}`, field: 'password' })

const sealedHash = async (keyring: Keyring, person: string, password: string, asker: QueueClient) =>
  keyring.seal(await hashOf(password, asker), placeOf(person))

/** Somebody who is signing in queues by address, whatever session the browser still has. */
const fromAddress = ({ request, asker }: RequestContext): QueueClient => {
  const place = `address ${addressOf(request)}`
  return { ...asker(), person: place, company: place }
}

/** Undefined also when the key is lost: the person sets a new password by a link. */
function opened(keyring: Keyring, stored: StoredPassword | undefined): string | undefined {
  try {
    return stored && keyring.open(stored.sealedHash, placeOf(stored.person))
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}

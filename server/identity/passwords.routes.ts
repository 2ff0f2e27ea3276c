import { api } from '../platform/http/api.ts'
import { hashToken, readToken } from '../platform/http/session-token.ts'
import { type Keyring, UnreadableSecret } from '../platform/secrets/keyring.ts'
import { clearSession, newSecret, setSession } from './cookies.ts'
import { hashOf, isPasswordOf } from './password-hash.ts'
import { passwordMail } from './password-mail.ts'
import { refuseGuessable } from './password-strength.ts'
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
import { getSelf } from './session.queries.ts'

const { passwords } = api

export const passwordsRoutes = passwords.router({
  offered: passwords.offered.handler(() => undefined),

  signIn: passwords.signIn.handler(async ({ input: { email, password }, context, errors }) => {
    const { request, reply, limits, keyring } = context
    await limits.count('passwordOf', hashToken(email), reply)
    const stored = await context.read((db) => passwordOf(db, email))
    const isRight = await isPasswordOf(opened(keyring, stored), password)
    const secret = newSecret(context.appUrl())
    const hashes = { secret: hashToken(secret), before: readToken(request)?.tokenHash ?? null }
    const isIn = await context.write(async (db) => {
      if (stored && isRight && (await openPasswordSession(db, stored, hashes, request))) return true
      await recordWrongPassword(db, email, request.ip)
      return false
    })
    if (!isIn) throw errors.WRONG_PASSWORD()
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
    if (!linked) throw errors.LINK_ENDED()
    await refuseGuessable(password, linked, 'password')
    const sealed = await sealedHash(context.keyring, linked.person, password)
    const isSet = await context.write((db) => setPasswordByLink(db, linkHash, sealed, context.request.ip))
    if (!isSet) throw errors.LINK_ENDED()
  }),

  own: passwords.own.handler(async ({ context }) => ({ isSet: (await context.read(ownPassword)) !== undefined })),

  change: passwords.change.handler(async ({ input: { currentPassword, newPassword }, context, errors }) => {
    const { keyring, limits, reply } = context
    const [stored, self] = await context.read((db) => Promise.all([ownPassword(db), getSelf(db)]))
    await limits.count('passwordOf', hashToken(self.email), reply)
    const wrong = () => errors.WRONG_PASSWORD({ data: { field: 'currentPassword' } })
    if (!(await isPasswordOf(opened(keyring, stored), currentPassword)) || !stored) throw wrong()
    await refuseGuessable(newPassword, { ...self, companies: stored.companies }, 'newPassword')
    const sealed = await sealedHash(keyring, stored.person, newPassword)
    if (!(await context.write((db) => changePassword(db, stored.version, sealed, context.request.ip)))) throw wrong()
  }),
})

/** People do not belong to a company, so the place of their passwords names none. */
const placeOf = (person: string) => ({ companyId: '', owner: `person:${person}`, field: 'password' })

const sealedHash = async (keyring: Keyring, person: string, password: string) =>
  keyring.seal(await hashOf(password), placeOf(person))

/** Undefined also when the key is lost: the person sets a new password by a link. */
function opened(keyring: Keyring, stored: StoredPassword | undefined): string | undefined {
  try {
    return stored && keyring.open(stored.sealedHash, placeOf(stored.person))
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}

import { z } from 'zod'
import { route } from '../route.ts'
import { Email } from './people.ts'

/** As typed, in one Unicode form: two keyboards may compose a letter differently. */
const typed = (value: string) => value.normalize('NFKC')

const most = 128
const TypedPassword = z
  .string({ error: 'Type your password' })
  .min(1, 'Type your password')
  .max(most, `A password has at most ${most} characters`)
  .overwrite(typed)

/** Long, and of any characters. The server also refuses passwords that are easy to guess. */
export const NewPassword = z
  .string({ error: 'Type a password' })
  .min(12, 'Use at least 12 characters: a few words that do not belong together are good')
  .max(most, `Use at most ${most} characters`)
  .overwrite(typed)

/** Address and password of a person. */
export const PasswordSignIn = z.strictObject({ email: Email, password: TypedPassword })
/** Who asks for a link to choose a new password. */
export const ResetWish = z.strictObject({ email: Email })
/** `token`: the secret of the link, after its '#'. */
export const PasswordReset = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/), password: NewPassword })
/** A new password, with the current one. */
export const PasswordChange = z.strictObject({ currentPassword: TypedPassword, newPassword: NewPassword })

const open = { needs: 'public', onlyIf: 'passwordsAreOn' } as const

/** Sign-in by password. With AUTH_PASSWORD=off none of these exists: 404. */
export const passwordsContract = {
  offered: route.meta(open).route({
    method: 'GET',
    path: '/auth/password',
    summary: 'Whether people can sign in by password here',
    successStatus: 204,
  }),
  signIn: route
    .meta({ ...open, asksOutside: true, whenFull: true })
    .route({ method: 'POST', path: '/auth/password', summary: 'Sign in by password', successStatus: 204 })
    .input(PasswordSignIn)
    .errors({ WRONG_PASSWORD: { status: 401, message: 'E-mail address or password is wrong' } }),
  askReset: route
    .meta({ ...open, limit: 'resetMail' })
    .route({
      method: 'POST',
      path: '/auth/password/reset-mail',
      summary: 'Have a link to set a password sent; the answer is the same for every address',
      successStatus: 204,
    })
    .input(ResetWish),
  reset: route
    .meta({ ...open, asksOutside: true })
    .route({
      method: 'POST',
      path: '/auth/password/reset',
      summary: 'Set a password by a link; ends all sessions and tokens of the person',
      successStatus: 204,
    })
    .input(PasswordReset)
    .errors({
      LINK_ENDED: { status: 410, message: 'This link has been used, or it is too old. Please ask for another one.' },
    }),
  own: route
    .meta({ needs: 'profile.write', onlyIf: 'passwordsAreOn' })
    .route({ method: 'GET', path: '/profile/password', summary: 'Whether you have a password' })
    .output(z.object({ isSet: z.boolean() })),
  change: route
    .meta({ needs: 'profile.write', onlyIf: 'passwordsAreOn', asksOutside: true })
    .route({
      method: 'PUT',
      path: '/profile/password',
      summary: 'Change your password; ends your sessions in other browsers',
      successStatus: 204,
    })
    .input(PasswordChange)
    .errors({
      WRONG_PASSWORD: {
        status: 422,
        message: 'This is not your password',
        data: z.object({ field: z.literal('currentPassword') }),
      },
    }),
}

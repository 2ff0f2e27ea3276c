import { z } from 'zod'
import { route } from '../route.ts'
import { onOneLine, optionalText } from '../text.ts'
import { SignedInPerson } from './session.ts'

export const PersonName = optionalText(100).overwrite((value) => value && onOneLine(value))

/** People may change only this about themselves; the e-mail address is the identity (security.md 2.2, row 2). */
export const ProfileFields = z.strictObject({ firstName: PersonName, lastName: PersonName })
export type ProfileFields = z.infer<typeof ProfileFields>

export const profileContract = {
  update: route
    .meta({ needs: 'profile.write', byToken: 'ofPerson' })
    .route({ method: 'PATCH', path: '/profile', summary: 'Change your name' })
    .input(ProfileFields.partial())
    .output(SignedInPerson),
}

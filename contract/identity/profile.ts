import { z } from 'zod'
import { route } from '../route.ts'
import { optionalText } from '../text.ts'
import { SignedInPerson } from './session.ts'

/** All that people may change of themselves; the e-mail address is the identity (security.md 2.2, row 2). */
export const ProfileFields = z.strictObject({ firstName: optionalText(100), lastName: optionalText(100) })
export type ProfileFields = z.infer<typeof ProfileFields>

export const profileContract = {
  update: route
    .meta({ needs: 'profile.write' })
    .route({ method: 'PATCH', path: '/profile', summary: 'Change the own name' })
    .input(ProfileFields.partial())
    .output(SignedInPerson),
}

import { readEmail } from 'contract/identity/email.ts'
import { clean } from 'contract/text.ts'

/** The parts of an ID token that the product keeps. `isManaged`: the provider is the authority for this address. */
export type GoogleClaims = {
  issuer: string
  subject: string
  email: string
  firstName: string | null
  lastName: string | null
  fullName: string | null
  isManaged: boolean
}

/** The ID token is genuine, but a claim is missing or not credible. `reason` goes into the security log. */
export class ClaimRefused extends Error {
  readonly reason: string
  /** the advice for the person who runs the server; goes into the log */
  readonly advice: string | undefined
  constructor(reason: string, advice?: string) {
    super(`The ID token was refused: ${reason}`)
    this.reason = reason
    this.advice = advice
  }
}

const google = 'https://accounts.google.com'
const clockSkew = 60 // seconds, either way

/**
 * Checks the claims of an ID token. openid-client has already checked its signature, issuer, audience, nonce and expiry.
 * @param now seconds since 1970
 * @throws {ClaimRefused}
 */
export function readClaims(claims: Record<string, unknown>, now = Date.now() / 1000): GoogleClaims {
  const { iss, sub, iat, email_verified: isVerified } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(sub)) {
    throw new ClaimRefused('subject_missing')
  }
  if (typeof iat !== 'number' || iat > now + clockSkew) throw new ClaimRefused('issued_in_the_future')
  if (isVerified === undefined) throw new ClaimRefused('email_unverified', saysNothing(iss))
  if (isVerified !== true) throw new ClaimRefused('email_unverified')
  const email = readEmail(claims.email)
  if (!email) throw new ClaimRefused('email_invalid')
  return {
    issuer: iss,
    subject: sub,
    email,
    firstName: readName(claims.given_name),
    lastName: readName(claims.family_name),
    fullName: readName(claims.name),
    isManaged: iss !== google || isGoogleAuthoritative(email, claims.hd),
  }
}

const saysNothing = (issuer: string) =>
  `Nobody can sign in by ${issuer}: its ID tokens carry no email_verified. Let the provider send this claim as true for addresses it has checked`

/** Google vouches for its own addresses and for those of the domain in `hd`; any other address was only typed in. */
function isGoogleAuthoritative(email: string, hostedDomain: unknown): boolean {
  const domain = email.slice(email.indexOf('@') + 1)
  return domain === 'gmail.com' || (typeof hostedDomain === 'string' && hostedDomain.toLowerCase() === domain)
}

const readName = (value: unknown) => (typeof value === 'string' && clean(value).slice(0, 100)) || null

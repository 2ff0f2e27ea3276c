import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'

/** A consent, until a client fetches its tokens. */
type Allowed = { clientId: string; redirectUri: string; scope: string; challenge: string | undefined; offline: boolean }
type Code = Allowed & { expiresAt: number; isUsed: boolean; family: string }
type Token = { family: string; scope: string; expiresAt: number; isUsed: boolean; offline: boolean }
export type Redeemed = { family: string; scope: string; offline: boolean }

/**
 * Codes, access tokens and refresh tokens of a provider. All tokens of one consent are a family: one event can end the whole family.
 */
export class Grants {
  readonly #clock: Clock
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, Token>()
  readonly #refresh = new Map<string, Token>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A code that works once, within ten minutes. */
  allow(allowed: Allowed): string {
    const code = tokenOf(24)
    this.#codes.set(code, { ...allowed, expiresAt: this.#clock.now() + 600_000, isUsed: false, family: tokenOf(8) })
    return code
  }

  /** @returns undefined when the code is unknown, too late, of another client, or was used before; a second use also ends its tokens */
  redeem(code: string, clientId: string, redirectUri: string, verifier: string | undefined): Redeemed | undefined {
    const found = this.#codes.get(code)
    if (!found) return undefined
    if (found.isUsed) this.end(found.family)
    const isRight =
      found.clientId === clientId && found.redirectUri === redirectUri && proves(found.challenge, verifier)
    if (found.isUsed || !isRight || found.expiresAt < this.#clock.now()) return undefined
    found.isUsed = true
    return found
  }

  issueAccess(prefix: string, { family, scope, offline }: Redeemed, seconds: number): string {
    return this.#issue(this.#access, prefix, { family, scope, offline }, seconds)
  }

  issueRefresh(prefix: string, { family, scope, offline }: Redeemed, seconds: number): string {
    return this.#issue(this.#refresh, prefix, { family, scope, offline }, seconds)
  }

  /** The owner of an access token; undefined when it is no longer valid. */
  access(token: string | undefined): Redeemed | undefined {
    return this.#good(this.#access, token)
  }

  refresh(token: string): Redeemed | undefined {
    return this.#good(this.#refresh, token)
  }

  /**
   * Uses up a refresh token. A token that comes a second time was stolen, or used by two clients at once: the whole family ends.
   */
  useUp(token: string): Redeemed | undefined {
    const found = this.#refresh.get(token)
    if (found?.isUsed) this.end(found.family)
    const good = this.#good(this.#refresh, token)
    if (good && found) found.isUsed = true
    return good
  }

  /** @param token of either kind. @returns false when it is unknown */
  revoke(token: string): boolean {
    const found = this.#refresh.get(token) ?? this.#access.get(token)
    if (found) this.end(found.family)
    return found !== undefined
  }

  end(family: string): void {
    for (const tokens of [this.#access, this.#refresh]) {
      for (const [token, { family: of }] of tokens) if (of === family) tokens.delete(token)
    }
  }

  endAll(): void {
    this.#access.clear()
    this.#refresh.clear()
  }

  /** Access tokens have expired from now on; refresh tokens stay valid. */
  expireAccess(): void {
    for (const token of this.#access.values()) token.expiresAt = 0
  }

  expireRefresh(): void {
    for (const token of this.#refresh.values()) token.expiresAt = 0
  }

  #issue(tokens: Map<string, Token>, prefix: string, of: Redeemed, seconds: number): string {
    const token = `${prefix}${tokenOf(32)}`
    tokens.set(token, { ...of, expiresAt: this.#clock.now() + seconds * 1000, isUsed: false })
    return token
  }

  #good(tokens: Map<string, Token>, token: string | undefined): Redeemed | undefined {
    const found = token === undefined ? undefined : tokens.get(token)
    return found && !found.isUsed && found.expiresAt > this.#clock.now() ? found : undefined
  }
}

function proves(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined) return true
  return verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === challenge
}

export function tokenOf(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Compares secrets in constant time. */
export function isSame(value: string, secret: string): boolean {
  const [a, b] = [value, secret].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

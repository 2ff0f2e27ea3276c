/** The address that leads to the provider. @param returnTo the path to open afterwards */
export const addressOfSignIn = (returnTo?: string): string =>
  `/api/auth/start${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`

/** Accepts only a path of this app: another address could send the person to a foreign site after sign-in. */
export const localPath = (path: string | null): string | undefined =>
  path && /^\/(?![/\\])/.test(path) && !path.startsWith('/auth') ? path : undefined

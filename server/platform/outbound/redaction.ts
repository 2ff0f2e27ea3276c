/** The text instead of a secret. */
export const mark = '[redacted]'

const secretName =
  /(?:token|secret|passw|api[-_]?key|authoriz|credential|signature|hmac|cookie|verifier|assertion|private[-_]?key)/i
/** In addresses and forms `code` is the code of a consent; in answers it is the code of an error, which people need. */
const secretParameter = (name: string) => secretName.test(name) || /^(?:code|state|sig|key)$/i.test(name)
/** Secrets that are known by their beginning, anywhere in a text. */
const secretShape = /\b(?:sk-|shpat_|shpss_|shpca_|ya29\.|eyJ)[\w.~+/-]{6,4000}/g

/**
 * The secrets in a request: values of headers and fields with telling names. An answer may repeat them.
 * @returns the longest first, so that no part of a longer one remains
 */
export function secretsOf(headers: Record<string, string>, url: URL, body: string | undefined): string[] {
  const secrets = new Set<string>()
  for (const [name, value] of Object.entries(headers)) if (secretName.test(name)) addHeader(secrets, value)
  const forms = [url.searchParams, ...(body && isForm(headers) ? [new URLSearchParams(body)] : [])]
  for (const form of forms) for (const [name, value] of form) if (secretParameter(name)) secrets.add(value)
  if (body && !isForm(headers)) visit(parsed(body), (value) => secrets.add(value))
  return longestFirst(secrets)
}

/** Secrets for `redact`, the longest first; very short ones would turn every text into marks. */
export const longestFirst = (secrets: Iterable<string>): string[] =>
  [...secrets].filter((secret) => secret.length >= 6).sort((one, other) => other.length - one.length)

/** A text of a service or about a call, fit for people and logs. @param secrets those of the request, see secretsOf */
export function redact(text: string, secrets: readonly string[]): string {
  const value = parsed(text)
  const isStructure = typeof value === 'object' && value !== null
  let clean = isStructure ? cleanStructure(value, secrets) : text
  for (const secret of secrets) for (const form of formsOf(secret)) clean = clean.replaceAll(form, mark)
  return clean.replace(secretShape, mark)
}

/** A secret in the forms in which it may occur: in a text, in JSON, in an address and in a form. */
const formsOf = (secret: string) =>
  new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ])

/** The path and query of an address, without values of parameters that hold secrets. */
export function redactedPath(url: URL): string {
  const query = [...url.searchParams].map(([name, value]) => `${name}=${secretParameter(name) ? mark : value}`)
  return url.pathname + (query.length > 0 ? `?${query.join('&')}` : '')
}

const isForm = (headers: Record<string, string>) =>
  Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'content-type' && value.includes('form'))

/** 'Bearer x' also hides x, and 'Basic x' also hides name and password. */
function addHeader(secrets: Set<string>, value: string) {
  secrets.add(value)
  const [scheme = '', rest] = value.split(' ')
  if (!rest) return
  secrets.add(rest)
  if (scheme.toLowerCase() !== 'basic') return
  const decoded = Buffer.from(rest, 'base64').toString('utf8')
  for (const part of [decoded, ...decoded.split(':')]) secrets.add(part)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function visit(value: unknown, onSecret: (value: string) => void, name = ''): void {
  if (typeof value === 'string' && secretName.test(name)) onSecret(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) visit(inner, onSecret, Array.isArray(value) ? name : key)
}

/** A structure that is nested too deep to be checked is not kept at all. */
function cleanStructure(value: object, secrets: readonly string[]): string {
  try {
    return JSON.stringify(withoutSecrets(value, secrets))
  } catch {
    return mark
  }
}

/** Texts inside may be JSON themselves: a service that repeats a request wraps it once more. */
function withoutSecrets(value: unknown, secrets: readonly string[], name = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutSecrets(inner, secrets, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner, secrets, key)]))
  if (typeof value !== 'string') return value
  return secretName.test(name) ? mark : redact(value, secrets)
}

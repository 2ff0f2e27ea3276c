/** The keys of KEYRING: `id:base64,id:base64`, newest first. */
export function parseKeyring(text: string): { id: string; secret: Buffer }[] {
  return text.split(',').map((pair) => {
    const [id = '', key = ''] = pair.trim().split(':')
    return { id, secret: Buffer.from(key, 'base64') }
  })
}

/** The fault of a KEYRING; undefined when there is none. The sentence follows the name of the variable, and contains no key. */
export function faultInKeyring(text: string): string | undefined {
  const pairs = text.split(',').map((pair) => pair.trim().split(':'))
  const keys = parseKeyring(text)
  if (!pairs.every(isWhole))
    return 'must be id:key pairs separated by commas, newest first, each key 32 bytes in base64; an id has letters, digits, - and _'
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) return 'names two keys by the same id; give each its own'
  if (keys.some(({ secret }, at) => keys.findIndex((other) => other.secret.equals(secret)) !== at))
    return 'has the same key twice; a new id needs a new key'
  if (keys.some(({ secret }) => isExample(secret)))
    return 'holds a key that somebody could guess; make one with: openssl rand -base64 32'
  return undefined
}

// Node skips characters that are not base64, so the text must equal the encoding of its bytes.
function isWhole([id = '', key = '', ...rest]: string[]) {
  const bytes = Buffer.from(key, 'base64')
  const isBase64 = bytes.toString('base64').replace(/={1,2}$/, '') === key.replace(/={1,2}$/, '')
  return /^[\w-]{1,40}$/.test(id) && isBase64 && bytes.length === 32 && rest.length === 0
}

/**
 * Whether 32 bytes are a password, a pattern or a counter. Random bytes have about 30 different values (fewer than 12 once in 10^13),
 * are hardly ever all letters (once in 10^13), and do not step evenly.
 */
function isExample(secret: Buffer) {
  const bytes = [...secret]
  const steps = new Set(bytes.slice(1).map((byte, at) => (byte - (bytes[at] ?? 0) + 256) % 256))
  return new Set(bytes).size < 12 || bytes.every((byte) => byte >= 32 && byte < 127) || steps.size < 9
}

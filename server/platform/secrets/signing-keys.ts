import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

type Key = { id: string; secret: Buffer }
export type Signer = ReturnType<typeof openSigner>

/**
 * Signs texts that this product hands out, and checks them when they come back. All servers with the same KEYRING accept each
 * other's signatures; without KEYRING the key is in the data folder. The newest key signs, all of them check.
 * @param purpose the use of the signatures, like 'links to files': a signature for another purpose is not valid
 */
export function openSigner({ dataDir, keyring }: Pick<Config, 'dataDir' | 'keyring'>, purpose: string) {
  let known: Promise<Key[]> | undefined
  const keys = () => {
    known ??= (keyring.length > 0 ? Promise.resolve(keyring) : ownKey(dataDir).then((key) => [key])).then((found) =>
      found.map((key) => derive(key, purpose)),
    )
    known.catch(() => {
      known = undefined
    })
    return known
  }
  return {
    /** @param parts the texts to sign, in order; `kid` in the answer names the key */
    async sign(parts: readonly string[]): Promise<{ kid: string; signature: string }> {
      const [key] = await keys()
      if (!key) throw new Error('There is no key to sign with')
      return { kid: key.id, signature: signatureOf(key, parts) }
    },

    async isValid(parts: readonly string[], { kid, signature }: { kid: string; signature: string }): Promise<boolean> {
      const key = (await keys()).find(({ id }) => id === kid)
      if (!key) return false
      const expected = Buffer.from(signatureOf(key, parts))
      const sent = Buffer.from(signature)
      return sent.length === expected.length && timingSafeEqual(sent, expected)
    },
  }
}

const signatureOf = ({ id, secret }: Key, parts: readonly string[]) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([id, ...parts]))
    .digest('base64url')

const derive = ({ id, secret }: Key, purpose: string): Key => ({
  id,
  secret: Buffer.from(hkdfSync('sha256', secret, '', `sbr-operations: ${purpose}`, 32)),
})

/** The key of a server without KEYRING: created once, in the data folder, readable only by its account. */
async function ownKey(dataDir: string): Promise<Key> {
  const path = join(dataDir, 'signing.key')
  const draft = `${path}.${process.pid}`
  const stored = async () => Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  const secret = await stored().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dataDir, { recursive: true })
    await rm(draft, { force: true })
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('base64'))
    await file.sync()
    await file.close()
    // Linked into place: two servers that start at once get the same key, and none reads half of it.
    await link(draft, path).catch((taken: NodeJS.ErrnoException) => {
      if (taken.code !== 'EEXIST') throw taken
    })
    await rm(draft, { force: true })
    return stored()
  })
  if (secret.length !== 32)
    throw new Error(`${path} is damaged; remove it. Links to files and unfinished sign-ins then end`)
  return { id: 'own', secret }
}

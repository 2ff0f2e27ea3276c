import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { deriveKey, type Key } from './derived-keys.ts'
import { ownKey } from './own-key.ts'

export type Signer = ReturnType<typeof openSigner>

/**
 * Signs texts that this product gives out, and checks them when they come back. All servers with the same KEYRING accept each
 * other's signatures; without KEYRING the key is in the data folder. The newest key signs, all keys check.
 * @param purpose the use of the signatures, like 'links to files': a signature for another purpose is not valid
 */
export function openSigner({ dataDir, keyring }: Pick<Config, 'dataDir' | 'keyring'>, purpose: string) {
  let lastKeys: Promise<Key[]> | undefined
  const keys = () => {
    lastKeys ??= (keyring.length > 0 ? Promise.resolve(keyring) : signingKey(dataDir).then((key) => [key])).then(
      (signingKeys) => signingKeys.map((key) => deriveKey(key, purpose)),
    )
    lastKeys.catch(() => {
      lastKeys = undefined
    })
    return lastKeys
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

/** The key of a server without KEYRING. */
const signingKey = async (dataDir: string): Promise<Key> => ({
  id: 'own',
  secret: await ownKey(dataDir, 'signing.key', 'Links to files and unfinished sign-ins then end'),
})

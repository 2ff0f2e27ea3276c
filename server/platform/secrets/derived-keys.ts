import { hkdfSync } from 'node:crypto'

/** A key of KEYRING, or one derived from it; `secret` has 32 bytes. */
export type Key = { id: string; secret: Buffer }

/** The key for one purpose, such as 'links to files'. It says nothing about the keys for other purposes. */
export const deriveKey = ({ id, secret }: Key, purpose: string): Key => ({
  id,
  secret: Buffer.from(hkdfSync('sha256', secret, '', `sbr-operations: ${purpose}`, 32)),
})

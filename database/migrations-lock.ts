import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A migration and the SHA-256 of its bytes, in hex. */
type Locked = { name: string; hash: string }

const path = 'database/migrations.lock'

/**
 * The migrations that have landed: those in the lock file of the last commit. Where there is no git, those in the lock file itself.
 * @param root folder of the checkout
 */
export async function landedMigrations(root: string): Promise<Locked[]> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: root }).then(({ stdout }) => stdout)
  const isCommitted = await git('rev-parse', '--verify', 'HEAD').then(
    () => true,
    () => false,
  )
  const text = isCommitted ? git('show', `HEAD:./${path}`) : readFile(`${root}/${path}`, 'utf8')
  return lockedIn(await text.catch(() => ''))
}

/** @param text of a lock file: lines as sha256sum writes them */
const lockedIn = (text: string): Locked[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ hash: line.slice(0, 64), name: line.slice(66) }))

/**
 * The lock file that fits the migrations.
 * @throws when a landed one has changed or is gone, with the sentence what to do instead
 */
export function lockOf(landed: Locked[], migrations: Locked[]): string {
  const hashes = new Map(migrations.map(({ name, hash }) => [name, hash]))
  const changed = landed.find(({ name, hash }) => hashes.get(name) !== hash)
  if (changed) {
    const file = `database/migrations/${changed.name}`
    throw new Error(
      `${file} ${hashes.has(changed.name) ? 'has changed' : 'is gone'}, but it has landed: databases have run it as it was. ` +
        `Bring it back (git checkout HEAD -- ${file}) and write what you want into a new migration with the next number`,
    )
  }
  return migrations.map(({ name, hash }) => `${hash}  ${name}\n`).join('')
}

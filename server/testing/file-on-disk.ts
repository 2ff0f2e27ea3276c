import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A file with these bytes, as an upload leaves it; deleted when the test is over. */
export function fileOnDisk(content: string | Uint8Array, name = 'upload'): { path: string; size: number } {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return { path, size: Buffer.byteLength(content) }
}

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * The report of a script of the gate on some texts. It runs once for all of them: starting it takes longer than reading them.
 * @param script its path: 'scripts/patterns.mjs'
 * @param name of the file of each text
 * @returns the exit status, and the findings of each text in the order of `texts`
 */
export function reportOn(script: string, texts: string[], name = 'code.ts') {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-house-'))
  try {
    const paths = texts.map((_, index) => join(folder, String(index), name))
    for (const [index, path] of paths.entries()) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, texts[index] ?? '')
    }
    const { status, stderr } = spawnSync(process.execPath, [script, ...paths], { encoding: 'utf8' })
    const lines = stderr.split('\n').filter(Boolean)
    const findings = texts.map((_, index) =>
      lines.filter((line) => line.replaceAll('\\', '/').includes(`${basename(folder)}/${index}/`)),
    )
    return { status, findings, lines }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

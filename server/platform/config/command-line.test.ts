import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { commandLine, commandLines } from './command-line.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('in the repository a command is a script of npm, in the kit one of sbr', () => {
  expect(commandLine('operator', 'EMAIL')).toBe('npm run operator -- EMAIL')
  expect(commandLine('keys:verify')).toBe('npm run keys:verify')
  const kit = mkdtempSync(join(inject('folder'), 'kit-'))
  const folder = join(kit, 'server/platform/config')
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'server/platform/config/command-line.ts'), join(folder, 'command-line.ts'))
  const ask = `import { commandLine } from '${folder}/command-line.ts'; console.log(commandLine('operator', 'EMAIL'), commandLine('keys:verify'))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', ask], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('sbr operator EMAIL sbr keys verify')
})

test('both ways exist: each is a script of package.json and a case of deploy/sbr', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const cases = [...read('deploy/sbr').matchAll(/^ {2}([\w-]+(?: \| [\w-]+)*)\) program=/gm)].flatMap(
    ([, names = '']) => names.split(' | '),
  )
  for (const [script, sbr] of Object.values(commandLines)) {
    expect(scripts).toContain(script.replace('npm run ', ''))
    expect(cases).toContain(sbr.split(' ')[1])
  }
})

test('no message names a script of npm itself', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|^testing\/|node_modules|command-line\.ts$/.test(path),
  )
  expect(files.length).toBeGreaterThan(300)
  const problems = files.flatMap((path) => {
    const code = read(`server/${path}`).replace(/\/\*[\s\S]{0,2000}?\*\/|^\s*\/\/.*$/gm, '')
    return code.includes('npm run') ? [path] : []
  })
  expect(problems).toEqual([])
})

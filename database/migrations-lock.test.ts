import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { landedMigrations, lockOf } from './migrations-lock.ts'

const one = { name: '0001_one.sql', hash: '1'.repeat(64) }
const two = { name: '0002_two.sql', hash: '2'.repeat(64) }
const otherTwo = { ...two, hash: '3'.repeat(64) }
const text = (...migrations: (typeof one)[]) => migrations.map(({ name, hash }) => `${hash}  ${name}\n`).join('')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sbr-lock-'))
  mkdirSync(join(root, 'database'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (...migrations: (typeof one)[]) =>
  writeFileSync(join(root, 'database/migrations.lock'), text(...migrations))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    stdio: 'ignore',
  })
const commit = () => {
  git('init')
  git('add', '.')
  git('commit', '-m', 'Lock')
}

test('a new migration is added to the lock', () => {
  expect(lockOf([one], [one, two])).toBe(text(one, two))
})

test('a migration that has landed may not change or go, and the sentence says what to do', () => {
  expect(() => lockOf([one, two], [one, otherTwo])).toThrow(
    'database/migrations/0002_two.sql has changed, but it has landed: databases have run it as it was. Bring it back ' +
      '(git checkout HEAD -- database/migrations/0002_two.sql) and write what you want into a new migration with the next number',
  )
  expect(() => lockOf([one, two], [one])).toThrow('database/migrations/0002_two.sql is gone, but it has landed')
})

test('what the last commit holds has landed; what is only in the folder may still change', async () => {
  write(one)
  commit()
  write(one, two)
  expect(await landedMigrations(root)).toEqual([one])
  expect(lockOf(await landedMigrations(root), [one, otherTwo])).toBe(text(one, otherTwo))
})

test('whoever alters the lock does not alter what has landed', async () => {
  write(one, two)
  commit()
  write(one)
  const landed = await landedMigrations(root)
  expect(() => lockOf(landed, [one, otherTwo])).toThrow('0002_two.sql has changed')
})

test('without git the lock itself says what has landed', async () => {
  write(one, two)
  expect(await landedMigrations(root)).toEqual([one, two])
})

test('before the first lock nothing has landed', async () => {
  expect(await landedMigrations(root)).toEqual([])
  writeFileSync(join(root, 'other'), '')
  commit()
  expect(await landedMigrations(root)).toEqual([])
})

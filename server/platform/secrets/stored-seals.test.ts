import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { keyNamed, keyringOf } from '../../testing/keys.ts'
import { createKeyring } from './keyring.ts'
import { countSeals, rotateSeals } from './stored-seals.ts'

const { server } = useOwnServer()
const place = (id: number) => ({ companyId: 'c', owner: `jig:${id}`, field: 'pin' })
const before = createKeyring([keyNamed('old')])
const meanwhile = createKeyring([keyNamed('new'), keyNamed('old')])
const after = createKeyring([keyNamed('new')])

/** A table with secrets, as features have them; the columns are found by their names. */
beforeEach(async () => {
  await server.given.sql('drop table if exists jigs')
  await server.given.sql('create table jigs (id int primary key, sealed text, sealed_pin text, note text)')
  await server.given.sql('alter table jigs owner to app_owner')
  await server.given.sql('alter table jigs enable row level security, force row level security')
  await server.given.sql('create policy owner_all on jigs to app_owner using (true) with check (true)')
})
const add = (id: number, sealed: string | null) =>
  server.given.sql('insert into jigs values ($1, $2, $2, $2)', [id, sealed])
const stored = () => server.given.sql<{ id: number; sealed: string; note: string }>('select * from jigs order by id')

test('a drill: the key is changed while servers run, and the old one can go (T93)', async () => {
  for (let id = 1; id <= 1_200; id++) await add(id, before.seal(`secret ${id}`, place(id)))
  await add(0, null)
  expect(await rotateSeals(server.adminUrl, meanwhile)).toEqual({ rotated: 2_400, unreadable: 0 })
  for (const { id, sealed, note } of await stored()) {
    if (id === 0) continue
    expect(after.open(sealed, place(id))).toBe(`secret ${id}`)
    expect(meanwhile.open(sealed, place(id))).toBe(`secret ${id}`)
    expect(before.open(note, place(id))).toBe(`secret ${id}`) // no column of secrets: left alone
  }
  expect(await countSeals(server.adminUrl, after)).toEqual([
    { place: 'jigs.sealed', keyId: 'new', readable: 1_200, unreadable: 0 },
    { place: 'jigs.sealed_pin', keyId: 'new', readable: 1_200, unreadable: 0 },
  ])
  expect(await rotateSeals(server.adminUrl, meanwhile)).toEqual({ rotated: 0, unreadable: 0 })
})

test('an interrupted run goes on with the rest', async () => {
  await add(1, before.seal('one', place(1)))
  await add(2, meanwhile.seal('two', place(2)))
  const [, untouched] = await stored()
  expect(await rotateSeals(server.adminUrl, meanwhile)).toEqual({ rotated: 2, unreadable: 0 })
  const rows = await stored()
  expect(rows.map(({ id, sealed }) => after.open(sealed, place(id)))).toEqual(['one', 'two'])
  expect(rows[1]).toEqual(untouched)
})

test('seals that no key opens are counted and stay as they are', async () => {
  const stranger = createKeyring([keyNamed('stranger')])
  const texts = [stranger.seal('x', place(1)), 'no seal', before.seal('y', place(3))]
  for (const [index, text] of texts.entries()) await add(index + 1, text)
  expect(await rotateSeals(server.adminUrl, meanwhile)).toEqual({ rotated: 2, unreadable: 4 })
  expect((await stored()).slice(0, 2).map(({ sealed }) => sealed)).toEqual(texts.slice(0, 2))
  expect((await countSeals(server.adminUrl, after)).filter((count) => count.place === 'jigs.sealed')).toEqual([
    { place: 'jigs.sealed', keyId: 'stranger', readable: 0, unreadable: 1 },
    { place: 'jigs.sealed', keyId: null, readable: 0, unreadable: 1 },
    { place: 'jigs.sealed', keyId: 'new', readable: 1, unreadable: 0 },
  ])
})

const run = (verb: string, keyring: string) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../secret-keys.ts', import.meta.url)), verb], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: server.adminUrl,
      DATA_DIR: server.dataDir,
      KEYRING: keyring,
    },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }),
  )

test('the commands say what they did, without secrets', async () => {
  await add(1, before.seal('canary-of-the-drill', place(1)))
  const both = keyringOf('new', 'old')
  expect(await run('verify', keyringOf('new'))).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('CANNOT BE READ'),
  })
  const rotated = await run('rotate', both)
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining('2 secrets have the key "new" now.') })
  expect(rotated.stdout).toContain('A server that was started without the key "new" cannot read them: restart it.')
  expect(rotated.stdout).toContain('No secret needs the key "old".')
  expect(await run('verify', keyringOf('new'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every stored secret has its key.'),
  })
  expect(rotated.stdout).not.toContain('canary')
  expect(await run('guess', both)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Use npm run keys:rotate'),
  })
}, 60_000)

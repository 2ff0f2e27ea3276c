import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hashToken } from './platform/http/session-token.ts'
import { cloneDatabase } from './testing/postgres/databases.ts'

const program = fileURLToPath(new URL('operator.ts', import.meta.url))
let url: string
let admin: pg.Client
beforeAll(async () => {
  url = await cloneDatabase(inject('postgresUrl'))
  admin = new pg.Client({ connectionString: url })
  await admin.connect()
})
afterAll(() => admin?.end())

const run = (...addresses: string[]) => runWith({}, ...addresses)
const runWith = (env: Record<string, string>, ...addresses: string[]) =>
  promisify(execFile)(process.execPath, [program, ...addresses], {
    env: { ...process.env, ...env, DATABASE_URL: url },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, lines: (stdout + stderr).trim().split('\n') }),
    ({ code, stdout, stderr }) => ({ code, lines: (stdout + stderr).trim().split('\n') }),
  )

test('an address is allowed to sign in as operator of all companies; a second time changes nothing', async () => {
  const { code, lines } = await run('Boss@Firm.example')
  expect([code, lines]).toEqual([
    0,
    ['boss@firm.example may now sign in as operator of all companies: http://localhost:3000'],
  ])
  const { rows } = await admin.query(
    `select p.is_pre_authorized, r.is_group_wide, c.is_sbr from profiles p join user_roles u using (user_id)
     join app.roles r on r.role = u.role join companies c on c.id = u.company_id where p.email = 'boss@firm.example'`,
  )
  expect(rows).toEqual([{ is_pre_authorized: true, is_group_wide: true, is_sbr: true }])
  expect((await run('boss@firm.example')).lines[0]).toContain('already')
})

test.each([[['no address']], [['bo\u212a@firm.example']], [[]], [['a@b.example', 'c@d.example']]])(
  'one clear line for %j',
  async (addresses) => {
    const { code, lines } = await run(...addresses)
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/address/)
  },
)

test('a person of a company is not promoted', async () => {
  await admin.query(
    `with c as (insert into companies (name) values ('Somewhere') returning id)
     , p as (insert into profiles (email) values ('member@firm.example') returning user_id)
     insert into user_roles (user_id, company_id, role)
     select p.user_id, c.id, (select role from app.roles where not is_group_wide limit 1) from p, c`,
  )
  const { code, lines } = await run('member@firm.example')
  expect([code, lines.length]).toEqual([1, 1])
  expect(lines[0]).toContain('belongs to a company already')
})

test('with AUTH_PASSWORD=on it also prints a link that sets the first password, also for a person who is there already', async () => {
  const print = () => runWith({ AUTH_PASSWORD: 'on' }, 'first@firm.example')
  const [{ lines }, again] = [await print(), await print()]
  expect(lines).toHaveLength(2)
  expect(again.lines).toHaveLength(2)
  const secret = /http:\/\/localhost:3000\/auth\/reset-password#([\w-]{43})$/.exec(lines[1] ?? '')?.[1] ?? ''
  const { rows } = await admin.query('select email from app.password_reset_of($1)', [hashToken(secret)])
  expect(rows).toEqual([{ email: 'first@firm.example' }])
})

import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { implement } from '@orpc/server'
import { ruleErrors } from 'contract/errors.ts'
import { fileParents } from 'contract/files/files.ts'
import { actions, reachOf, roles } from 'contract/permissions.ts'
import { route } from 'contract/route.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mountRouter } from '../../platform/http/mount.ts'
import { router } from '../../router.ts'
import { cloneDatabase } from '../postgres/databases.ts'
import { procedures } from '../procedures.ts'

let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: await cloneDatabase(inject('postgresUrl')) })
  await owner.connect()
})
afterAll(() => owner.end())

const rows = async (text: string) => (await owner.query(text)).rows

test('every table with a company lies behind forced row-level security, whoever made it', async () => {
  const open = await rows(`select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and a.attname = 'company_id' and not a.attisdropped
      and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
      and not (c.relrowsecurity and c.relforcerowsecurity)`)
  expect(open).toEqual([])
})

test('the fence asks the same matrix as the guard', async () => {
  const stored = 'select role, action, reach from app.role_permissions order by role, action'
  const asked = stored.replace('reach ', `coalesce(app.reach_of(role, action), 'none') as reach `)
  const written = roles.flatMap((role) => actions.map((action) => ({ role, action, reach: reachOf(role, action) })))
  expect(await rows(asked)).toHaveLength(written.length)
  expect(await rows(asked)).toEqual(expect.arrayContaining(written))
  await owner.query(`begin; update app.role_permissions set reach = 'none' where action = 'inventory.read'`)
  expect(await rows(asked)).not.toEqual(await rows(stored))
  await owner.query('call app.write_matrix()')
  expect(await rows(asked)).toEqual(await rows(stored))
  await owner.query('rollback')
})

test('one role reaches all companies, in the database too', async () => {
  expect(await rows('select role from app.roles where is_group_wide')).toEqual([{ role: 'sbr_operator' }])
})

test('the present policies of a record decide about its files', async () => {
  const readFacts = async () => [
    await rows(`select polname, pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as checked
      from pg_policy where polrelid = 'files'::regclass order by 1`),
    await rows(`select prosrc from pg_proc where proname in ('may_attach', 'sees_parent') order by proname`),
  ]
  const before = await readFacts()
  await owner.query('begin; call app.renew_file_policies()')
  const after = await readFacts()
  await owner.query('rollback')
  expect(after).toEqual(before)
  expect(await rows('select entity_type from app.file_parents order by place')).toEqual(
    Object.keys(fileParents).map((kind) => ({ entity_type: kind })),
  )
})

test('every action that a policy or a table names is in the matrix', async () => {
  const rights = await rows(`select distinct (regexp_matches(coalesce(pg_get_expr(polqual, polrelid), '') ||
    coalesce(pg_get_expr(polwithcheck, polrelid), ''), '(?:scope_for|may)\\(''([\\w.]+)''', 'g'))[1] as action from pg_policy`)
  expect(rights.length).toBeGreaterThan(4)
  expect(actions).toEqual(expect.arrayContaining(rights.map(({ action }) => action)))
})

test('every rule that the database keeps has a sentence', async () => {
  const raised =
    await rows(`select distinct (regexp_matches(prosrc, 'raise exception ''(\\w+)'' using errcode = ''SB001''', 'g'))[1] as name
    from pg_proc where pronamespace = 'app'::regnamespace`)
  expect(raised.length).toBeGreaterThan(10)
  expect(Object.keys(ruleErrors)).toEqual(expect.arrayContaining(raised.map(({ name }) => name)))
})

/** With all switches on. */
const services = { config: { passwordsAreOn: true } } as unknown as Parameters<typeof mountRouter>[2]
const mount = (routes: object) => mountRouter(Fastify(), routes, services, () => ({}))

test('every procedure of the contract is mounted, once, and names its need', () => {
  const mounted = mount(router)
  expect(mounted.map(({ name, meta }) => [name, meta.needs])).toEqual(
    procedures.map(({ name, meta }) => [name, meta.needs]),
  )
  expect(new Set(mounted.map(({ method, path }) => `${method} ${path}`)).size).toBe(procedures.length)
})

test('a route without a need stops the boot', () => {
  const bare = implement({ leak: route.route({ method: 'GET', path: '/leak' }) })
  expect(() => mount({ leak: bare.leak.handler(() => 'x') })).toThrow('The procedure leak names no need')
})

test('a route without a path stops the boot', () => {
  const lost = implement({ lost: route.meta({ needs: 'public' }) })
  expect(() => mount({ lost: lost.lost.handler(() => 'x') })).toThrow('The procedure lost has no method or path')
})

test('the features bear the same names everywhere', () => {
  const names =
    'identity activity companies dashboards finding inventory sops comments tasks time-clock integrations revenue assistant suggestions files notifications settings'.split(
      ' ',
    )
  // `archive` is two commands: it has no contract and no screen.
  const house = {
    contract: [],
    server: ['platform', 'testing', 'archive'],
    web: ['app', 'shared', 'testing', 'public', 'dist'],
  }
  const strangers = Object.entries(house).flatMap(([floor, rooms]: [string, string[]]) => {
    const folder = fileURLToPath(new URL(`../../../${floor}/`, import.meta.url))
    expect(existsSync(folder)).toBe(true)
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .filter(({ name }) => !names.includes(name) && !rooms.includes(name))
      .map(({ name }) => `${floor}/${name}`)
  })
  expect(strangers).toEqual([])
})

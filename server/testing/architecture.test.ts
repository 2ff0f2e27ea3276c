import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { implement } from '@orpc/server'
import { ruleErrors } from 'contract/errors.ts'
import { fileParents } from 'contract/files/files.ts'
import { actions, can, reachOf, roles } from 'contract/permissions.ts'
import { route } from 'contract/route.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mountRouter } from '../platform/http/mount.ts'
import { router } from '../router.ts'
import { cloneDatabase } from './databases.ts'
import { procedures } from './procedures.ts'

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
  const stored = await rows('select role, action, reach from app.role_permissions')
  const written = roles.flatMap((role) => actions.map((action) => ({ role, action, reach: reachOf(role, action) })))
  expect(stored).toHaveLength(written.length)
  expect(stored).toEqual(expect.arrayContaining(written))
})

test('one role reaches all companies, in the database too', async () => {
  expect(await rows('select role from app.roles where is_group_wide')).toEqual([{ role: 'sbr_operator' }])
})

test('files go by the policies that what they belong to has now', async () => {
  const asked = async () => [
    await rows(`select polname, pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as checked
      from pg_policy where polrelid = 'files'::regclass order by 1`),
    await rows(`select prosrc from pg_proc where proname in ('may_attach', 'sees_parent') order by proname`),
  ]
  const before = await asked()
  await owner.query('begin; call app.renew_file_policies()')
  const after = await asked()
  await owner.query('rollback')
  expect(after).toEqual(before)
  expect(await rows('select entity_type from app.file_parents order by place')).toEqual(
    Object.keys(fileParents).map((kind) => ({ entity_type: kind })),
  )
})

test('every action that a policy or a table asks for is one of the matrix', async () => {
  const asked = await rows(`select distinct (regexp_matches(coalesce(pg_get_expr(polqual, polrelid), '') ||
    coalesce(pg_get_expr(polwithcheck, polrelid), ''), '(?:scope_for|may)\\(''([\\w.]+)''', 'g'))[1] as action from pg_policy`)
  expect(asked.length).toBeGreaterThan(4)
  expect(actions).toEqual(expect.arrayContaining(asked.map(({ action }) => action)))
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

test('each procedure may be called by these roles and no others', () => {
  const initials = { sbr_operator: 'S', company_operator: 'C', manager: 'M', employee: 'E' }
  const allowed = procedures.map(({ name, meta: { needs = 'public' } }) => {
    if (needs === 'public' || needs === 'session') return `${needs} ${name}`
    return `${roles.map((role) => (can(role, needs) ? initials[role] : '-')).join('')} ${name}`
  })
  expect(allowed.join('\n')).toMatchInlineSnapshot(`
    "session session.get
    session session.check
    session session.signOut
    session session.list
    session session.revoke
    session session.revokeOthers
    SCME tokens.list
    SCME tokens.create
    SCME tokens.remove
    public passwords.offered
    public passwords.signIn
    public passwords.askReset
    public passwords.reset
    SCME passwords.own
    SCME passwords.change
    SCME profile.update
    SCME preferences.get
    SCME preferences.put
    SCME preferences.putAppearance
    S--- people.list
    S--- people.get
    S--- people.create
    S--- people.update
    S--- people.remove
    S--- people.endSessions
    S--- people.resetLink
    S--- accessRequests.list
    S--- accessRequests.approve
    S--- accessRequests.dismiss
    S--- companies.list
    S--- companies.parents
    SCME companies.get
    SC-- companies.getDetails
    S--- companies.create
    S--- companies.update
    SCME members.list
    S--- members.candidates
    S--- members.add
    S--- members.remove
    SCME search.find
    SCME savedViews.list
    SCME savedViews.create
    SCME savedViews.update
    SCME savedViews.remove
    SCME savedViews.restore
    SCME savedViews.setDefault
    SCME dashboard.get
    SCM- dashboard.summarizeWeek
    SC-- figures.get
    S--- figures.portfolio
    SCME needs.list
    SCME parts.list
    SCME parts.get
    SC-- parts.create
    SC-- parts.update
    SC-- parts.remove
    SC-- parts.removeMany
    SCME parts.listFile
    SC-- stock.adjust
    SC-- stock.count
    SCME stock.movements
    SCME assemblies.list
    SCME assemblies.get
    SC-- assemblies.create
    SC-- assemblies.update
    SC-- assemblies.remove
    SC-- assemblies.removeMany
    SCME assemblies.listFile
    SCME products.list
    SCME products.get
    SC-- products.create
    SC-- products.update
    SC-- products.remove
    SC-- products.removeMany
    SCME products.listFile
    SCME vendors.list
    SCME vendors.get
    SC-- vendors.create
    SC-- vendors.update
    SC-- vendors.remove
    SC-- vendors.removeMany
    SCME vendors.listFile
    SCME files.list
    SCME files.upload
    SCME files.remove
    SCME files.sign
    SCME files.thumbnail
    public files.content
    SCME sops.list
    SCME sops.get
    SCME sops.neighbours
    SCM- sops.create
    SCM- sops.update
    SCM- sops.remove
    SCME sopVersions.list
    SCME sopVersions.get
    SCME sopReadings.acknowledge
    SCM- sopReadings.overview
    SCM- sopReadings.download
    SCME sopReadings.counts
    SCME sopRuns.start
    SCME sopRuns.list
    SCME sopRuns.get
    SCME sopRuns.save
    SCME bom.tree
    SCME bom.parts
    SCME bom.treeCsv
    SCME bom.partsCsv
    SCME bom.whereUsed
    SCME components.search
    SCME components.resolve
    SCME inventory.summary
    SCME inventory.buildAnalysis
    SC-- bulkEdits.parts
    SC-- bulkEdits.vendors
    SCME activity.list
    SCM- activity.undo
    SCM- deleted.list
    SCM- deleted.people
    SCM- deleted.get
    SCM- deleted.restore
    SC-- revenue.get
    SC-- revenue.store
    SCME revenue.totals
    SC-- revenue.orders
    SC-- revenue.customers
    SC-- revenue.products
    SC-- storeProducts.list
    SC-- imports.create
    SC-- imports.list
    SC-- imports.get
    SC-- imports.rows
    SC-- imports.rowNumbers
    SC-- imports.added
    SC-- imports.fixRow
    SC-- imports.commit
    SC-- imports.undo
    SC-- imports.errorsCsv
    SC-- imports.template
    SC-- exports.download
    SCME tasks.list
    SCME tasks.get
    SCM- tasks.create
    SCM- tasks.update
    SCME tasks.counts
    SCM- tasks.bulkEdit
    SCM- tasks.removeMany
    SCM- tasks.remove
    SCME taskReports.list
    SCME taskReports.create
    SCM- taskReports.confirm
    SCM- taskReports.sendBack
    SCME taskItems.list
    SCM- taskItems.create
    SCME taskItems.tick
    SCM- taskItems.remove
    SCM- taskTemplates.list
    SCM- taskTemplates.get
    SCM- taskTemplates.create
    SCM- taskTemplates.update
    SCM- taskTemplates.remove
    SCME comments.list
    SCME comments.people
    SCME comments.create
    SCME comments.update
    SCME comments.remove
    SCME comments.restore
    SCME notifications.list
    SCME notifications.mark
    SCME notifications.markAll
    SCME notifications.listOwn
    SCME notifications.markAllOwn
    SCME notifications.unread
    SCME notifications.choices
    SCME notifications.choose
    SCME timeEntries.list
    --ME timeEntries.active
    SCME timeEntries.get
    --ME timeEntries.clockIn
    --ME timeEntries.clockOut
    --ME timeEntries.takeBreak
    SCME timeEntries.present
    SCM- timeEntries.create
    SCM- timeEntries.remove
    SCM- timeEntries.restore
    SCM- timeEntries.update
    SCME timeProposals.list
    --ME timeProposals.propose
    --ME timeProposals.withdraw
    SCM- timeProposals.decide
    SCME timeSheets.get
    SCME timeSheets.download
    SCME timeLocks.list
    SC-- timeLocks.lock
    SC-- timeLocks.unlock
    SCME agreedHours.list
    SC-- agreedHours.agree
    SC-- backups.list
    SC-- backups.create
    SC-- backups.url
    public backups.content
    SC-- backups.import
    SC-- backups.remove
    SC-- backups.restore
    SC-- integrations.list
    SC-- integrations.get
    SC-- integrations.update
    SC-- integrations.test
    SC-- integrations.connect
    SC-- integrations.disconnect
    SC-- integrations.sync
    S--- integrations.move
    SC-- integrations.assigned
    SC-- integrationCalls.list
    SC-- books.get
    SC-- books.vendors
    SCM- assistant.state
    SCM- assistant.draftSop
    SC-- assistant.proposeColumns
    SC-- assistant.models
    SCME dataExports.download
    SCME feedback.create
    S--- feedback.list
    S--- feedback.get
    S--- feedback.update
    S--- system.health
    S--- system.database
    S--- system.reset
    S--- deadLetters.list
    S--- deadLetters.replay
    S--- deadLetters.discard"
  `)
})

test('the features bear the same names everywhere', () => {
  const names =
    'identity activity companies dashboards finding inventory sops comments tasks time-clock integrations revenue assistant files notifications settings'.split(
      ' ',
    )
  const house = { contract: [], server: ['platform', 'testing'], web: ['app', 'shared', 'public', 'dist'] }
  const strangers = Object.entries(house).flatMap(([floor, rooms]: [string, string[]]) => {
    const folder = fileURLToPath(new URL(`../../${floor}/`, import.meta.url))
    expect(existsSync(folder)).toBe(true)
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .filter(({ name }) => !names.includes(name) && !rooms.includes(name))
      .map(({ name }) => `${floor}/${name}`)
  })
  expect(strangers).toEqual([])
})

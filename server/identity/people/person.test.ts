import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Client, useCompany } from '../../testing/fixture.ts'

const { server, company, firm, sbr: operator } = useCompany()

let serial = 0
const preAuthorise = async () =>
  (
    await operator.post('/api/people', {
      email: `waiting-${++serial}@north.example`,
      firstName: 'Jon',
      lastName: 'Smiht',
      role: 'employee',
      companyId: company.id,
    })
  ).json()
const read = (id: string, client: Client = operator) => client.get(`/api/people/${id}`)
const change = (id: string, body: object, version?: number, client: Client = operator) =>
  client.patch(`/api/people/${id}`, body, version === undefined ? {} : { 'if-match': String(version) })

describe('one person', () => {
  test('is read by id, whatever page of the list they are on', async () => {
    const created = await preAuthorise()
    const answer = await read(created.id)
    expect([answer.statusCode, answer.json()]).toEqual([200, created])
  })

  test('is for administrators only; a deleted person cannot be found', async () => {
    const { id } = await preAuthorise()
    for (const role of ['company_operator', 'manager', 'employee'] as const) {
      expect((await read(id, await server.signIn(role, company))).statusCode).toBe(403)
    }
    await operator.delete(`/api/people/${id}`)
    const [deleted, unknown] = [await read(id), await read(randomUUID())]
    expect([deleted.statusCode, deleted.body]).toEqual([404, unknown.body])
    expect((await read('nonsense')).statusCode).toBe(404)
  })
})

describe('the name of somebody who has not signed in yet', () => {
  test('can be corrected by an operator, in part or in full, and leaves a trace', async () => {
    const { id } = await preAuthorise()
    expect((await change(id, { lastName: ' Smith\r\nJones ' })).json()).toMatchObject({
      firstName: 'Jon',
      lastName: 'Smith Jones',
    })
    expect((await change(id, { firstName: '', lastName: null })).json()).toMatchObject({
      firstName: null,
      lastName: null,
      role: 'employee',
    })
    const events = await server.given.sql(
      `select user_id from security_events where kind = 'person_named' and detail ->> 'person' = $1`,
      [id],
    )
    expect(events).toEqual([{ user_id: operator.person.id }, { user_id: operator.person.id }])
    expect((await change(id, { firstName: 'x'.repeat(101) })).statusCode).toBe(400)
  })

  test('is theirs after they have signed in: then a correction is refused with the whole change', async () => {
    const { id } = await server.given.person('employee', company)
    const answer = await change(id, { firstName: 'Other', role: 'manager' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This person has signed in: only they can change their name',
    ])
    expect((await read(id)).json()).toMatchObject({ firstName: 'Test', role: 'employee' })
    expect((await change(id, { firstName: 'Test', role: 'manager' })).json()).toMatchObject({ role: 'manager' })
  })
})

describe('two operators change the same person', () => {
  test('the later save does not overwrite a change it has not seen (T94)', async () => {
    const { id, version } = await preAuthorise()
    const first = await change(id, { role: 'manager' }, version)
    expect(first.json()).toMatchObject({ role: 'manager' })
    expect(first.json().version).toBeGreaterThan(version)
    const second = await change(id, { role: 'employee', allowsUnmanagedAccount: true }, version)
    expect(second.statusCode).toBe(409)
    expect(second.json().data).toMatchObject({
      reason: 'stale',
      current: { id, role: 'manager', allowsUnmanagedAccount: false, version: first.json().version },
    })
    expect((await read(id)).json()).toEqual(first.json())
    expect((await change(id, { role: 'employee' }, first.json().version)).statusCode).toBe(200)
  })

  test('every change of the person raises the version: access taken away, link reset, moved by a company', async () => {
    const { id } = await server.given.person('employee', company)
    const other = await server.given.company()
    const versions = [(await read(id)).json().version]
    for (const act of [
      () => operator.post(`/api/companies/${other.id}/members`, { userId: id, role: 'manager' }),
      () => operator.post(`/api/people/${id}/reset-link`),
      () => operator.delete(`/api/companies/${other.id}/members/${id}`),
    ]) {
      expect((await act()).statusCode).toBeLessThan(300)
      versions.push((await read(id)).json().version)
    }
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    expect((await change(id, { role: 'employee', companyId: company.id }, versions[0])).statusCode).toBe(409)
    expect((await change(randomUUID(), { role: 'employee' }, 1)).statusCode).toBe(404)
  })

  test('at once, with the same version: one is saved, the other told', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, version } = await preAuthorise()
      const answers = await Promise.all([
        change(id, { role: 'manager' }, version),
        change(id, { role: 'company_operator' }, version),
      ])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const saved = answers.find(({ statusCode }) => statusCode === 200)
      expect((await read(id)).json()).toEqual(saved?.json())
    }
  })
})

test('an operator who never signed in does not count as the last one (security.md 2.3)', async () => {
  for (let round = 0; round < 20; round++) {
    const two = [await server.signIn('sbr_operator', firm), await server.signIn('sbr_operator', firm)] as const
    await two[0].post('/api/people', { email: `typo-${round}@sbr.example`, role: 'sbr_operator' })
    await server.given.sql(
      `delete from user_roles r using profiles p where p.user_id = r.user_id and r.role = 'sbr_operator'
         and not p.is_pre_authorized and r.user_id <> all ($1)`,
      [two.map(({ person }) => person.id)],
    )
    await Promise.all([
      two[0].delete(`/api/people/${two[1].person.id}`),
      two[1].delete(`/api/people/${two[0].person.id}`),
    ])
    const active = await server.given.sql(
      `select from user_roles r join profiles p using (user_id) where role = 'sbr_operator' and not is_pre_authorized`,
    )
    expect(active).toHaveLength(1)
  }
})

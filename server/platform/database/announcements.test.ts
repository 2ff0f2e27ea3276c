import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { Announcements } from './announcements.ts'

const { server, company, operator } = useOwnServer()

test('texts that arrive while a message is being sent go with the next one, each text once', async () => {
  const sent: string[][] = []
  let arrive = () => {}
  const announcements = new Announcements((texts) => {
    sent.push(texts)
    return new Promise<void>((resolve) => {
      arrive = resolve
    })
  })
  announcements.add(['a part', 'a product'], null)
  announcements.add(['a part'], null)
  await vi.waitFor(() => expect(sent).toEqual([['a part', 'a product']]))
  announcements.add(['b part'], null)
  announcements.add(['b part'], null)
  const closed = announcements.close()
  arrive()
  await vi.waitFor(() => expect(sent).toEqual([['a part', 'a product'], ['b part']]))
  arrive()
  await closed
})

test('a text names its request, unless there were several', async () => {
  const sent: string[][] = []
  const announcements = new Announcements(async (texts) => void sent.push(texts))
  announcements.add(['a part', 'a task'], 'one')
  announcements.add(['a part'], 'one')
  announcements.add(['a task', 'a sop'], 'other')
  announcements.add(['a task'], 'one')
  await announcements.close()
  expect(sent).toEqual([['a part @one', 'a task', 'a sop @other']])
})

test('texts that could not be sent are sent again', async () => {
  const tries: string[][] = []
  const announcements = new Announcements(async (texts) => {
    tries.push(texts)
    if (tries.length === 1) throw new Error('no connection')
  })
  announcements.add(['a part'], null)
  await vi.waitFor(() => expect(tries).toEqual([['a part'], ['a part']]), 10_000)
})

test('a change is announced after its commit, a refused one never', async () => {
  const listener = new pg.Client({ connectionString: server.adminUrl })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen live')
  const part = { partNumber: 'P-1', name: 'Bolt' }
  expect((await operator.post(`/api/companies/${company.id}/parts`, part)).statusCode).toBe(201)
  await vi.waitFor(() => expect(heard.join()).toContain(`${company.id} part @`), 10_000)
  heard.length = 0
  expect((await operator.post(`/api/companies/${company.id}/parts`, part)).statusCode).toBe(409)
  await operator.post(`/api/companies/${company.id}/vendors`, { name: 'Acme' })
  await vi.waitFor(() => expect(heard.join()).toContain(`${company.id} vendor @`), 10_000)
  expect(heard.join()).not.toContain(`${company.id} part`)
  await listener.end()
})

test('a change outside the server is announced too', async () => {
  const listener = new pg.Client({ connectionString: server.adminUrl })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen live')
  await server.given.sql(`update companies set name = 'Renamed' where id = $1`, [company.id])
  await vi.waitFor(() => expect(heard).toContain(`${company.id} company`), 10_000)
  await listener.end()
})

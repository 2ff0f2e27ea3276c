import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/sops${rest}`

test('the list is by age, newest first, filtered, searched and paged', async () => {
  await server.given.sop(company, { title: 'Packing', type: 'process', stage: 'delivery', description: 'Crates' })
  await server.given.sop(company, { title: 'Lockout', type: 'safety', status: 'draft', content: 'long' })
  await server.given.sop(company, { title: 'Audit', type: 'form' })
  const titles = async (query: string) => {
    const { items, total } = (await operator.get(path(`?visibility=company&${query}`))).json()
    return [total, ...items.map(({ title }: { title: string }) => title)]
  }
  expect(await titles('')).toEqual([3, 'Audit', 'Lockout', 'Packing'])
  expect(await titles('sort=title&order=asc')).toEqual([3, 'Audit', 'Lockout', 'Packing'])
  expect(await titles('sort=title&order=asc&page=2&pageSize=2')).toEqual([3, 'Packing'])
  expect(await titles('type=safety')).toEqual([1, 'Lockout'])
  expect(await titles('stage=delivery')).toEqual([1, 'Packing'])
  expect(await titles('status=draft')).toEqual([1, 'Lockout'])
  expect(await titles('q=CRATE')).toEqual([1, 'Packing'])
  expect(await titles('q=100%25')).toEqual([0])
  expect((await operator.get(path())).body).not.toContain('"content"')
  for (const query of ['sort=content', 'content=long', 'createdBy=x', 'order=up', 'pageSize=501']) {
    expect((await operator.get(path(`?${query}`))).statusCode).toBe(400)
  }
})

test('a search finds words of the content, the best first, and shows the place', async () => {
  const body = 'Before the **lathe** is opened, stop the spindle.'
  await server.given.sop(company, { title: 'Coolant', content: `${'Filler. '.repeat(200)}${body}` })
  await server.given.sop(company, { title: 'Lathe P-100', content: 'Stop it.' })
  await server.given.sop(company, { title: 'Draft on lathes', status: 'draft' })
  await server.given.sop(await server.given.company(), { title: 'Lathe' })
  const found = async (query: string, who = manager) =>
    (await who.get(path(`?sort=rank&order=desc&${query}`))).json().items
  const titles = async (query: string, who = manager) =>
    (await found(query, who)).map(({ title }: { title: string }) => title)
  expect((await titles('q=lath')).slice(0, 2).sort()).toEqual(['Draft on lathes', 'Lathe P-100'])
  expect(await titles('q=lath')).toHaveLength(3)
  expect(await titles('q=lath', employee)).toEqual(['Lathe P-100', 'Coolant'])
  expect(await titles('q=spindle%20lathe')).toEqual(['Coolant'])
  expect(await titles('q=100')).toEqual(['Lathe P-100'])
  expect(await titles('q=oolan')).toEqual(['Coolant'])
  for (const odd of ['q=%27%26!(%7C', 'q=%25', 'q=a%3A*%20%26', 'q=%5C'])
    expect(await titles(odd)).toEqual(expect.any(Array))
  const [coolant] = await found('q=spindle')
  expect(coolant.snippet).toContain('… the lathe is opened, stop the \u0002spindle\u0003.')
  expect(coolant.snippet.length).toBeLessThan(400)
  // Accents do not hide the place, and a word of the title alone has none.
  await server.given.sop(company, {
    title: 'Ofen',
    content: `${'Text. '.repeat(200)}Zuerst das **Kühlmittel** prüfen.`,
  })
  const [oven] = await found('q=kuhlmittel')
  expect(oven.snippet).toContain('Zuerst das \u0002Kühlmittel\u0003 prüfen.')
  expect(await found('q=ofen')).toMatchObject([{ title: 'Ofen', snippet: null }])
})

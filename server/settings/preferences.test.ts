import { defaultAppearance } from 'contract/settings/appearance.ts'
import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server } = useServer()

const signIn = async () => server.signIn('employee', await server.given.company())

test("a person's choices are remembered for them in every company", async () => {
  const person = await signIn()
  expect((await person.get('/api/preferences')).json()).toEqual({})
  const value = {
    density: 'compact',
    layout: 'cards',
    columns: { supplierName: false, reorderThreshold: true },
    columnOrder: ['partNumber', 'location', 'name'],
    columnWidths: { name: 320, location: 90 },
  }
  const put = await person.put('/api/preferences/list.parts', { value })
  expect([put.statusCode, put.json()]).toEqual([200, value])
  await person.put('/api/preferences/list.vendors', { value: { density: 'comfortable' } })
  await person.put('/api/preferences/list.vendors', { value: {} })
  expect((await person.get('/api/preferences')).json()).toEqual({ 'list.parts': value, 'list.vendors': {} })
})

test('the look is remembered beside the lists', async () => {
  const [person, other] = [await signIn(), await signIn()]
  const look = { ...defaultAppearance, theme: 'light', colorScheme: 'pink', fontSize: 18, isCompact: true }
  const put = await person.put('/api/preferences/appearance', look)
  expect([put.statusCode, put.json()]).toEqual([200, look])
  await person.put('/api/preferences/list.parts', { value: {} })
  expect((await person.get('/api/preferences')).json()).toEqual({ appearance: look, 'list.parts': {} })
  expect((await other.get('/api/preferences')).json()).toEqual({})
})

test.each([
  { theme: 'blue' },
  { colorScheme: 'red' },
  { fontSize: 11 },
  { fontSize: 21 },
  { fontSize: 14.5 },
  { isCompact: 'yes' },
  { hasAnimations: undefined },
  { userId: 'x' },
])('a look that does not exist is refused: %j', async (wrong) => {
  const person = await signIn()
  expect((await person.put('/api/preferences/appearance', { ...defaultAppearance, ...wrong })).statusCode).toBe(400)
  expect((await person.get('/api/preferences')).json()).toEqual({})
})

test('nobody sees or changes the choices of another', async () => {
  const [one, other] = [await signIn(), await signIn()]
  await one.put('/api/preferences/list.parts', { value: { density: 'compact' } })
  await other.put('/api/preferences/list.parts', { value: { density: 'comfortable' } })
  expect((await one.get('/api/preferences')).json()).toEqual({ 'list.parts': { density: 'compact' } })
  expect((await other.get('/api/preferences')).json()).toEqual({ 'list.parts': { density: 'comfortable' } })
})

test.each<[string, object]>([
  ['list.parts', {}],
  ['list.parts', { value: null }],
  ['list.parts', { value: { density: 'tiny' } }],
  ['list.parts', { value: { columns: { supplierName: 'no' } } }],
  ['list.parts', { value: { columns: { 'Supplier Name': true } } }],
  ['list.parts', { value: { columns: { constructor_: true } } }],
  [
    'list.parts',
    {
      value: {
        columns: Object.fromEntries(
          Array.from({ length: 41 }, (_, n) => [`c${'x'.repeat(n % 30)}${String.fromCharCode(65 + (n % 26))}`, true]),
        ),
      },
    },
  ],
  ['list.parts', { value: { columns: ['supplierName'] } }],
  ['list.parts', { value: { columnOrder: { name: 1 } } }],
  ['list.parts', { value: { columnOrder: Array.from({ length: 41 }, () => 'name') } }],
  ['list.parts', { value: { columnWidths: { name: 39 } } }],
  ['list.parts', { value: { columnWidths: { name: 1201 } } }],
  ['list.parts', { value: { columnWidths: { name: 99.5 } } }],
  ['list.parts', { value: { layout: 'tiles' } }],
  ['list.parts', { value: { theme: 'dark' } }],
  ['list.parts', { value: {}, userId: '00000000-0000-0000-0000-000000000000' }],
])('what is not one of the choices is refused: %s %j', async (key, body) => {
  const person = await signIn()
  expect((await person.put(`/api/preferences/${key}`, body)).statusCode).toBe(400)
  expect((await person.put('/api/preferences/list.nothing', { value: {} })).statusCode).toBe(404)
  expect((await person.get('/api/preferences')).json()).toEqual({})
})

test('a value that another version stored counts as not chosen', async () => {
  const { person, get } = await signIn()
  await server.given.sql(
    `insert into user_preferences (user_id, key, value) values ($1, 'list.parts', '{"density": "huge"}'), ($1, 'list.old', '{}'), ($1, 'appearance', '{"theme": "dark"}')`,
    [person.id],
  )
  expect((await get('/api/preferences')).json()).toEqual({})
})

test('without a role or a session there is nothing to remember', async () => {
  const client = await server.signIn(null, await server.given.company())
  expect((await client.get('/api/preferences')).json()).toMatchObject({ code: 'NO_ROLE' })
  expect((await server.anonymous.put('/api/preferences/list.parts', { value: {} })).statusCode).toBe(401)
})

import { expect, test } from 'vitest'
import { refuseGuessable } from './password-strength.ts'

const noah = {
  email: 'noah.lindqvist@north.example',
  firstName: 'Noah',
  lastName: 'Lindqvist',
  companies: ['North Manufacturing', 'SBR'],
}
const check = (password: string, person: Parameters<typeof refuseGuessable>[1] = noah) =>
  refuseGuessable(password, person, 'password')

test.each([
  'NoahLindqvist1',
  'noahlindqvist2026',
  'Noah Lindqvist 2026',
  'Lindqvist, Noah 1!',
  'LindqvistNoah#99',
  'North Manufacturing 1',
  'northmanufacturing!!',
  'sbroperations2026',
  'SBR Operations 2026',
  'Noah@North Manufacturing',
  'Noáh.Lindqvist.7',
  'January2026January',
  'NoahSummer2026',
])('%s is made of what everybody knows about Noah', async (password) => {
  await expect(check(password)).rejects.toMatchObject({ data: { issues: [{ field: 'password' }] } })
})

test.each(['kettle-Orbit 7 violin', 'Noah hides nine kettles', 'North of 3 violet pianos', '7391 6046 2857 1940 66'])(
  '%s is taken',
  async (password) => {
    await expect(check(password)).resolves.toBeUndefined()
  },
)

test('a person without a name has facts, too', async () => {
  const nameless = { ...noah, firstName: null, lastName: null }
  await expect(check('North Manufacturing 1', nameless)).rejects.toThrow()
  await expect(check('kettle-Orbit 7 violin', nameless)).resolves.toBeUndefined()
})

import { CompanyMovement } from 'contract/inventory/movements.ts'
import { expect, test } from 'vitest'
import { sampleOf } from '../../testing/samples.ts'
import { outcomeOf, reasonAndPlace } from './posted.ts'

const bolt = { partNumber: 'M3-BOLT', unit: 'each', quantity: 2, delta: 2, onHandAfter: 14 }
const wire = { ...bolt, partNumber: 'WIRE-7', unit: 'm', quantity: -0.5, delta: -0.5, onHandAfter: 1.25 }

test.each([
  [{ ...bolt, reason: 'received', locationCode: 'A-1' }, 'Stock of M3-BOLT is 14 now', 'Received at A-1'],
  [{ ...bolt, delta: -2, reason: 'received', locationCode: 'A-1' }, 'Stock of M3-BOLT is 14 now', 'Received at A-1'],
  [{ ...bolt, reason: 'moved', locationCode: 'A-1' }, '2 of M3-BOLT moved to A-1', 'Moved to A-1'],
  [{ ...bolt, reason: 'moved', locationCode: null }, '2 of M3-BOLT moved to no place', 'Moved'],
  [{ ...wire, reason: 'used', locationCode: null }, 'Stock of WIRE-7 is 1.25 m now', 'Used in production'],
  [{ ...wire, reason: 'counted', locationCode: 'A-1' }, 'Stock of WIRE-7 is 1.25 m now', 'Counted at A-1'],
  [
    { ...bolt, delta: 0, quantity: 0, valueAfter: 1200.5, reason: 'revalued', locationCode: null },
    'Stock of M3-BOLT is worth $1,200.50 now',
    'Revalued',
  ],
  [{ ...wire, reason: 'used', locationCode: 'A-1' }, 'Stock of WIRE-7 is 1.25 m now', 'Used in production from A-1'],
] as const)('a movement says what came of it, why and where: %o', (fields, outcome, place) => {
  const movement = sampleOf(CompanyMovement, fields)
  expect([outcomeOf(movement), reasonAndPlace(movement)]).toEqual([outcome, place])
})

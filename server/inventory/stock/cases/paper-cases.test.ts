import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// Calculated outside the product, by fractions, before they were run.
const { server, company, operator, sbr } = useServer()
const { path, cardOf, movementsOf } = stockOf({ company, operator })
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

/**
 * What one person does: '+3@2' comes in at 2.00 and '+3' without a price, '-3' goes out and '-3@2' back to the vendor, '=3' sets the stock, 'r2'
 * reverses what the second step moved, 'u2' undoes it, 'd' deletes the part and brings it back.
 * @returns the status of the answer
 */
async function doStep(person: typeof operator, id: string, step: string, sets: string[]): Promise<number> {
  const [, verb = '', figure = '', price] = /^(.)([\d.]*)(?:@(.+))?$/.exec(step) ?? []
  const of = sets[Number(figure) - 1]
  if (verb === 'd') {
    const { changeSetId } = (await person.delete(path(`parts/${id}`))).json()
    return (await person.post(path(`change-sets/${changeSetId}/undo`), {})).statusCode
  }
  if (verb === '=') return (await person.patch(path(`parts/${id}`), { stockLevel: Number(figure) })).statusCode
  if (verb === 'u') return (await person.post(path(`change-sets/${of}/undo`), {})).statusCode
  const actionId = randomUUID()
  if (verb === 'r') {
    const movement = (await movementsOf(id)).find(({ changeSetId }: { changeSetId: string }) => changeSetId === of)
    return (await person.post(path(`movements/${movement.id}/reversal`), { actionId })).statusCode
  }
  const unitCost = price === undefined ? {} : { unitCost: Number(price) }
  const reason = verb === '-' && price !== undefined ? 'returned' : 'other'
  const line = { itemId: id, quantity: Number(verb + figure), reason, ...unitCost }
  return (await person.post(path('movements'), { actionId, lines: [line] })).statusCode
}

/** What is on hand and what it is worth after each step; 'no' where it is refused. */
test.each([
  ['three prices, then half goes', 1, 0, '+30@1.10 +20@1.25 +50@0.99 -50', '30/33 50/58 100/107.5 50/53.75'],
  [
    'thirds of a cent are carried to the last piece',
    0,
    0,
    '+3@0.01 +4@0.02 -1 -1 -1 -1 -1 -1 -1',
    '3/0.03 7/0.11 6/0.094286 5/0.078572 4/0.062858 3/0.047143 2/0.031429 1/0.015714 0/0',
  ],
  [
    'sevenths leave nothing behind',
    0,
    0,
    '+7@0.142857 +1@0.5 -3 -3 -2',
    '7/0.999999 8/1.499999 5/0.937499 2/0.375 0/0',
  ],
  ['a free receipt thins the average', 2, 0, '+10@3 +5@0 -6', '10/30 15/30 9/18'],
  ['what is free stays free', 4, 0, '+8@0 -3 +2', '8/0 5/0 7/0'],
  ['without a price and without a cost it is worth nothing', 0, 0, '+5 -2 +3@2 -3', '5/0 3/0 6/6 3/3'],
  ['the cost of the part counts until it has been in stock', 7.25, 0, '+2 -2 +3 -1', '2/14.5 0/0 3/21.75 2/14.5'],
  ['the last average counts when all is gone', 9, 0, '+4@1.5 +4@2.5 -8 +3', '4/6 8/16 0/0 3/6'],
  [
    'a receipt that is reversed at once is as if it had never been',
    1,
    0,
    '+100@2 +50@2.6 r2',
    '100/200 150/330 100/200',
  ],
  ['the first of two receipts is reversed after use', 1, 0, '+12@4 -5 +9@6 r1', '12/48 7/28 16/82 4/24'],
  ['a receipt whose pieces are used cannot be reversed', 1, 0, '+12@4 -9 r1', '12/48 3/12 no'],
  [
    'the second of three receipts is reversed after use',
    1,
    0,
    '+10@1 +10@2 +10@3 -15 r2',
    '10/10 20/30 30/60 15/30 5/10',
  ],
  ['an issue comes back at what it took', 1, 0, '+10@1 -4 +10@3 r2', '10/10 6/6 16/36 20/40'],
  [
    'an issue that took all comes back at what it took',
    1,
    0,
    '+3@1.003333 -3 +5@2 r2',
    '3/3.009999 0/0 5/10 8/13.009999',
  ],
  ['a reversal is reversed', 1, 0, '+10@1 -4 r2 r3', '10/10 6/6 10/10 6/6'],
  ['a reversal of a reversal is reversed', 1, 0, '+10@1.37 -4 r2 r3 r4', '10/13.7 6/8.22 10/13.7 6/8.22 10/13.7'],
  ['a receipt is reversed, comes back and is used up', 1, 0, '+6@2 +6@3 r2 r3 -12', '6/12 12/30 6/12 12/30 0/0'],
  ['a reversed receipt comes back at its price', 1, 0, '+6@2 +6@3.333333 r2 r3', '6/12 12/31.999998 6/12 12/31.999998'],
  ['a movement is reversed once', 1, 0, '+6@2 r1 r1', '6/12 0/0 no'],
  ['a reversal and an undo of one movement: the second does nothing', 1, 0, '+6@2 -2 u2 r2', '6/12 4/8 6/12 no'],
  ['an undo of an issue is worth what it took', 1, 0, '+6@2 -4 +4@5 u2', '6/12 2/4 6/24 10/32'],
  [
    'an undo of a receipt recomputes what came after',
    1,
    0,
    '+6@2 +3@4 -2 +1@9 u2',
    '6/12 9/24 7/18.666667 8/27.666667 5/17',
  ],
  ['setting a stock up takes the average', 2.5, 0, '=40 +10@5 =60', '40/100 50/150 60/180'],
  ['setting a stock down takes its share', 2.5, 0, '=40 +10@5 =20', '40/100 50/150 20/60'],
  ['setting a stock to nothing takes everything', 2.5, 0, '+3@0.333333 =0 =2', '3/0.999999 0/0 2/0.666666'],
  ['an undone setting brings back its share', 2.5, 0, '=40 =30 +10@5 u2', '40/100 30/75 40/125 50/150'],
  [
    'a part that goes and comes back is as it was',
    1,
    0,
    '+7@1.142857 d -3 d -4 d',
    '7/7.999999 7/7.999999 4/4.571428 4/4.571428 0/0 0/0',
  ],
  ['a part goes and comes back between receipt and reversal', 1, 0, '+7@2 +5@3 d r2', '7/14 12/29 12/29 7/14'],
  ['a part goes and comes back between issue and reversal', 1, 0, '+7@2 -5 d +3@4 r2', '7/14 2/4 2/4 5/16 10/26'],
  ['hundredths of a metre', 0.48, 2, '+3.2@0.48 +50@0.48 -45.5', '3.2/1.536 53.2/25.536 7.7/3.696'],
  [
    'thousandths of a kilogram',
    0,
    3,
    '+1.125@8 -0.333 +0.5@9.5 -0.001',
    '1.125/9 0.792/6.336 1.292/11.086 1.291/11.07742',
  ],
  ['ten thousandths', 0, 4, '+0.0003@1000 -0.0001 -0.0001 -0.0001', '0.0003/0.3 0.0002/0.2 0.0001/0.1 0/0'],
  ['a tenth and two tenths are three tenths', 1, 1, '+0.1@1 +0.2@1 -0.3', '0.1/0.1 0.3/0.3 0/0'],
  [
    'reels at fractions of a cent',
    0,
    0,
    '+5000@0.00157 -1234 +5000@0.001495 -4321',
    '5000/7.85 3766/5.91262 8766/13.38762 4445/6.788498',
  ],
  ['more than is there is refused and changes nothing', 1, 0, '+5@2 -6 -5 -1', '5/10 no 0/0 no'],
  [
    'large numbers stay exact',
    0,
    0,
    '+1000000@123.456789 -333333 -333333',
    '1000000/123456789 666667/82304567.152263 333334/41152345.304526',
  ],
  ['the dearest price', 0, 0, '+2@999999999.99 -1', '2/1999999999.98 1/999999999.99'],
  [
    'a cheap receipt after a dear one, reversed',
    1,
    0,
    '+1@1000 +999@0.01 -500 r2',
    '1/1000 1000/1009.99 500/504.995 no',
  ],
  ['two receipts reversed in the order of their booking', 1, 0, '+5@1 +5@2 +5@3 r1 r2', '5/5 10/15 15/30 10/25 5/15'],
  [
    'two receipts reversed against the order of their booking',
    1,
    0,
    '+5@1 +5@2 +5@3 r3 r2',
    '5/5 10/15 15/30 10/15 5/5',
  ],
  [
    'two issues reversed in the order of their booking',
    1,
    0,
    '+20@1.5 -3 +5@4 -7 r2 r4',
    '20/30 17/25.5 22/45.5 15/31.022727 18/35.522727 25/50',
  ],
  [
    'two issues reversed against the order of their booking',
    1,
    0,
    '+20@1.5 -3 +5@4 -7 r4 r2',
    '20/30 17/25.5 22/45.5 15/31.022727 22/45.5 25/50',
  ],
  ['a receipt without a price is reversed', 3, 0, '+4 +6@5 -2 r1', '4/12 10/42 8/33.6 4/20'],
  [
    'a return to the vendor goes out at the average whatever the credit, and comes back at what it took',
    1,
    0,
    '+80@2.20 -10@2.60 +20@1.70 r2',
    '80/176 70/154 90/188 100/210',
  ],
  ['a credit sets no average', 1, 0, '+10@2 -10@3 +5@4 +5 r3', '10/20 0/0 5/20 10/40 5/10'],
  ['an issue between two reversals', 1, 0, '+10@2 +10@4 r2 -5 r3', '10/20 20/60 10/20 5/10 15/50'],
  ['a dearer lot after a cheap one, half of it used', 1, 0, '+8@2.5 +4@1 -6 +2@4', '8/20 12/24 6/12 8/20'],
  ['an odd cent is halved once', 1, 0, '+3@1.10 +1@1.13 -2 -1 -1', '3/3.3 4/4.43 2/2.215 1/1.1075 0/0'],
  [
    'sixths of a dollar',
    0,
    0,
    '+6@0.166667 -1 -1 -1 -1 -1 -1',
    '6/1.000002 5/0.833335 4/0.666668 3/0.500001 2/0.333334 1/0.166667 0/0',
  ],
  ['an issue that emptied comes back beside what came in without a price', 1, 0, '+4@3 -4 +2 r2', '4/12 0/0 2/6 6/18'],
  [
    'a dear receipt between two is reversed after use and one more',
    1,
    0,
    '+10@1 +10@3 -5 +5@9 r2',
    '10/10 20/40 15/30 20/75 10/50',
  ],
  ['a raised stock is lowered by its undo, and used on', 1.5, 0, '=12 =20 u2 -1', '12/18 20/30 12/18 11/16.5'],
  ['a lowered stock comes back with its undo', 1.5, 0, '=12 +8@4 =10 u3', '12/18 20/50 10/25 20/50'],
  [
    'what was brought back goes out again as if it had never come back',
    1,
    0,
    '+10@2 -5 r2 +10@5 r3',
    '10/20 5/10 10/20 20/70 15/60',
  ],
  ['the receipt of what was all used is reversed with what came later', 1, 0, '+5@2 -5 +5@4 r1', '5/10 0/0 5/20 0/0'],
  [
    'a receipt whose reversal was reversed counts when an older one is reversed',
    1,
    0,
    '+10@2 +10@4 -4 r2 r4 r1',
    '10/20 20/60 16/48 6/12 16/48 6/24',
  ],
  ['a reversed issue, a deletion and the last piece', 1, 0, '+6@1.5 -2 r2 d -6', '6/9 4/6 6/9 6/9 0/0'],
  ['quarters and hundredths of a metre', 0, 2, '+10.25@1.2 -0.25 -9.99 -0.01', '10.25/12.3 10/12 0.01/0.012 0/0'],
  ['thousandths of two prices', 0, 3, '+0.333@3 +0.667@6 -0.5 -0.5', '0.333/0.999 1/5.001 0.5/2.5005 0/0'],
  ['what is worth less than a millionth', 0, 4, '+1.0001@0.0001 -0.5 -0.5001', '1.0001/0.0001 0.5001/0.00005 0/0'],
  ['a stock of tenths that is set and used', 0.1, 1, '=0.3 -0.1 -0.1 -0.1', '0.3/0.03 0.2/0.02 0.1/0.01 0/0'],
  ['two thousand million of almost nothing', 0, 0, '+2000000000@0.000001 -1999999999', '2000000000/2000 1/0.000001'],
  ['everything is taken back, the newest first', 1, 0, '+10@2 -3 +4@5 r3 r2 r1', '10/20 7/14 11/34 7/14 10/20 0/0'],
])('%s', async (_title, cost, decimals, steps, expected) => {
  const { id } = await server.given.part(company, { cost, decimals, ...(decimals > 0 && { unit: 'm' }) })
  const sets: string[] = []
  const states: string[] = []
  for (const [at, step] of steps.split(' ').entries()) {
    const status = await doStep([operator, sbr][at % 2] as typeof operator, id, step, sets)
    const { onHand, value } = await cardOf(id)
    states.push(status < 300 ? `${onHand}/${value}` : 'no')
    if (/[ru]\d/.test(steps)) sets.push((await movementsOf(id)).at(-1)?.changeSetId)
  }
  expect(states.join(' ')).toBe(expected)
})

import { expect, test } from 'vitest'
import { FairQueue, type NoPlace, type Shares } from './fair-queue.ts'

const shares: Shares = {
  places: 4,
  perCompany: 3,
  perPerson: 3,
  slowMs: 50,
  slowPerCompany: 3,
  slowPerPerson: 1,
  waiting: 20,
  waitingPerCompany: 20,
  waitingPerPerson: 10,
  waitMs: 60_000,
}

/** A queue with a stopped clock, and a list of the admitted requests. */
function given(some: Partial<Shares> = {}) {
  const clock = { now: 0 }
  const queue = new FairQueue({ ...shares, ...some }, () => clock.now)
  const admitted: string[] = []
  const leaves = new Map<string, (() => void)[]>()
  const refused: string[] = []
  const ask = (person: string, company = 'one', onGone?: (cancel: () => void) => () => void) =>
    queue.enter({ person, company, ...(onGone && { onGone }) }).then(
      (leave) => {
        admitted.push(person)
        leaves.set(person, [...(leaves.get(person) ?? []), leave])
      },
      (error: NoPlace) => void refused.push(`${person}: ${error.because}`),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (person: string) => {
    leaves.get(person)?.shift()?.()
    await settle()
  }
  return { queue, clock, admitted, refused, ask, end, settle }
}

test('a person begins with a few places, and gets more when their requests are fast', async () => {
  const { ask, admitted, end, settle } = given()
  for (let turn = 0; turn < 12; turn++) void ask('ann')
  await settle()
  expect(admitted).toHaveLength(1)
  for (let turn = 0; turn < 5; turn++) await end('ann')
  expect(admitted.length - 5).toBe(3)
})

test('a person never gets more than the limit for a person, however many places are free', async () => {
  const { ask, admitted, end, settle } = given({
    ...{ places: 20, perCompany: 20, waiting: 100, waitingPerCompany: 100, waitingPerPerson: 100 },
  })
  for (let turn = 0; turn < 60; turn++) void ask('ann')
  await settle()
  for (let turn = 0; turn < 40; turn++) await end('ann')
  expect(admitted.length - 40).toBe(3)
})

test('a person never takes the last place from another company, however fast their requests are', async () => {
  const { ask, admitted, settle, queue } = given()
  await ask('ann')
  for (let turn = 0; turn < 10; turn++) void ask('ann')
  void ask('ben', 'one')
  void ask('cat', 'two')
  await settle()
  expect(admitted).toContain('cat')
  expect(queue.load.running).toBeLessThanOrEqual(4)
})

test('a person whose requests hold their places for long gets few', async () => {
  const { ask, admitted, clock, end, settle } = given()
  for (let turn = 0; turn < 20; turn++) void ask('ann')
  await settle()
  for (let turn = 0; turn < 6; turn++) await end('ann')
  const wide = admitted.length - 6
  expect(wide).toBe(3)
  clock.now += 1_000
  for (let turn = 0; turn < 3; turn++) await end('ann')
  expect(admitted.length - 9).toBe(1)
})

test('a person with slow requests cannot begin another one, somebody else can', async () => {
  const { ask, admitted, clock, settle } = given({ slowPerPerson: 2 })
  void ask('ann')
  void ask('ann')
  await settle()
  clock.now += 1_000
  void ask('ann')
  void ask('ben')
  await settle()
  expect(admitted).toEqual(['ann', 'ann', 'ben'])
})

test('colleagues whose requests are slow share a few places', async () => {
  const { ask, admitted, clock, settle } = given({ places: 8, perCompany: 7, slowPerCompany: 2 })
  for (const person of ['ann', 'ben']) void ask(person)
  await settle()
  clock.now += 1_000
  for (const person of ['cat', 'dan', 'eve']) void ask(person)
  void ask('far', 'two')
  await settle()
  expect(admitted).toEqual(['ann', 'ben', 'far'])
})

test('the last place of a company is for a colleague who has used little recently', async () => {
  const { ask, admitted, clock, end, settle } = given({ places: 8, perCompany: 7, slowPerCompany: 3 })
  const heavy = ['ann', 'ben', 'cat', 'dan']
  for (const person of heavy) for (let turn = 0; turn < 3; turn++) void ask(person)
  await settle()
  clock.now += 2_000
  for (const person of ['ann', 'ben', 'cat']) await end(person)
  clock.now += 2_000
  await end(admitted.at(-1) ?? '')
  const before = admitted.length
  void ask('eve')
  await settle()
  expect(admitted.slice(before)).toEqual(['eve'])
})

test('a colleague with one request is served while others hold the places of the company for long', async () => {
  const { ask, admitted, clock, end, settle } = given({ places: 8, perCompany: 7, slowPerCompany: 2 })
  for (const person of ['ann', 'ben', 'cat']) for (let turn = 0; turn < 3; turn++) void ask(person)
  await settle()
  clock.now += 5_000
  void ask('dan')
  await settle()
  await end('dan') // the place goes to nobody with many requests
  void ask('dan')
  await settle()
  expect(admitted).toEqual(['ann', 'ben', 'dan', 'dan'])
})

test('a colleague who came just before the places were held for long is served too, even if none of them ends', async () => {
  const { ask, admitted, clock, settle } = given({ places: 8, perCompany: 7, slowPerCompany: 2 })
  for (const person of ['ann', 'ben']) for (let turn = 0; turn < 3; turn++) void ask(person)
  void ask('dan')
  await settle()
  expect(admitted).toEqual(['ann', 'ben'])
  clock.now += 5_000
  await expect.poll(() => admitted, { timeout: 10_000 }).toEqual(['ann', 'ben', 'dan'])
})

test('of colleagues who wait, the one who has used the places least is next', async () => {
  const { ask, admitted, clock, end, settle } = given({ places: 2, perCompany: 2, slowPerCompany: 2 })
  for (const person of ['ann', 'ben', 'cat']) for (let turn = 0; turn < 4; turn++) void ask(person)
  for (let turn = 0; turn < 3; turn++) {
    await settle()
    clock.now += 2_000
    await end(admitted.at(-1) ?? '')
  }
  const before = admitted.length
  void ask('dan') // comes last
  clock.now += 2_000
  await end('ann')
  await end('ben')
  await end('cat')
  expect(admitted[before]).toBe('dan')
})

test('of colleagues without earlier requests, the one with the fewest is next', async () => {
  const { ask, admitted, end, settle } = given({ places: 2, perCompany: 2, slowPerCompany: 2 })
  for (const person of ['ann', 'ben', 'cat']) for (let turn = 0; turn < 4; turn++) void ask(person)
  void ask('dan')
  await settle()
  await end('ann')
  expect(admitted).toEqual(['ann', 'ben', 'dan'])
})

test('a heavy user counts like others again after a while', async () => {
  const { ask, admitted, clock, end, settle } = given({ places: 8, perCompany: 7, slowPerCompany: 2 })
  void ask('ben')
  void ask('ann')
  await settle()
  clock.now += 4_000
  await end('ann')
  void ask('ann')
  await settle()
  expect(admitted).toEqual(['ben', 'ann'])
  clock.now += 60_000
  void ask('cat')
  await settle()
  await end('cat')
  expect(admitted).toEqual(['ben', 'ann', 'cat', 'ann'])
})

test('colleagues whose requests are fast have all places of the company', async () => {
  const { ask, admitted, end, settle } = given({
    ...{ places: 8, perCompany: 7, slowPerCompany: 2, slowPerPerson: 2, waiting: 100, waitingPerCompany: 100 },
  })
  const people = ['ann', 'ben', 'cat', 'dan']
  for (let turn = 0; turn < 40; turn++) void ask(people[turn % 4] as string)
  await settle()
  for (let turn = 0; turn < 30; turn++) await end(admitted[turn] as string)
  expect(admitted.length - 30).toBe(7)
})

test('free places go to the companies in turn, and in a company to its people in turn', async () => {
  const { ask, admitted, end, settle } = given({ places: 1, perCompany: 1 })
  void ask('first')
  for (let turn = 0; turn < 3; turn++) void ask('ann')
  for (let turn = 0; turn < 3; turn++) void ask('ben')
  void ask('cat', 'two')
  await settle()
  for (const _ of Array(8)) await end(admitted.at(-1) ?? '')
  expect(admitted).toEqual(['first', 'ann', 'cat', 'ben', 'ann', 'ben', 'ann', 'ben'])
})

test('the number of waiting requests is limited, per person and in all', async () => {
  const { ask, refused, settle } = given({ places: 1, waiting: 5, waitingPerPerson: 3 })
  void ask('first')
  for (let turn = 0; turn < 5; turn++) void ask('ann')
  await settle()
  expect(refused).toEqual(['ann: person', 'ann: person'])
  for (const person of ['ben', 'cat', 'dan']) void ask(person)
  await settle()
  expect(refused.slice(2)).toEqual(['dan: everybody'])
})

test('one company never fills the queue', async () => {
  const { ask, refused, settle } = given({ places: 1, waiting: 5, waitingPerCompany: 3 })
  void ask('first')
  for (const person of ['ann', 'ben', 'cat', 'dan']) void ask(person)
  void ask('far', 'two')
  await settle()
  expect(refused).toEqual(['dan: company'])
})

test('a request that waits too long is refused, and the answer says whether requests of the same person are the reason', async () => {
  const { ask, refused } = given({ places: 1, waitMs: 5 })
  await ask('ann')
  await Promise.all([ask('ann'), ask('ben')])
  expect(refused.toSorted()).toEqual(['ann: person', 'ben: everybody'])
})

test('a request that waits too long for its company is refused with that reason', async () => {
  const { ask, refused } = given({ perCompany: 1, slowPerCompany: 1, waitMs: 5 })
  await ask('ann')
  await ask('ben')
  expect(refused).toEqual(['ben: company'])
})

test('a caller who goes away leaves the queue', async () => {
  const { ask, refused, admitted, end, queue, settle } = given({ places: 1 })
  let goAway: () => void = () => undefined
  let listens = true
  await ask('ann')
  const waiting = ask('ben', 'one', (cancel) => {
    goAway = cancel
    return () => {
      listens = false
    }
  })
  void ask('cat')
  goAway()
  await waiting
  expect(refused).toEqual(['ben: gone'])
  expect(listens).toBe(false)
  await end('ann')
  await settle()
  expect(admitted).toEqual(['ann', 'cat'])
  expect(queue.load).toEqual({ running: 1, waiting: 0 })
})

test('a place is given back once', async () => {
  const { queue } = given()
  const leave = await queue.enter({ person: 'ann', company: 'one' })
  leave()
  leave()
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
})

test('1,000 requests of 50 people never exceed the limits, and all are served', async () => {
  const { queue } = given({ waiting: 1_000, waitingPerCompany: 1_000, waitingPerPerson: 1_000 })
  const atWork = new Map<string, number>()
  let most = 0
  let mostOfCompany = 0
  const requests = Array.from({ length: 1_000 }, async (_, index) => {
    const company = `c${index % 7}`
    const leave = await queue.enter({ person: `p${index % 50}`, company })
    atWork.set(company, (atWork.get(company) ?? 0) + 1)
    most = Math.max(most, queue.load.running)
    mostOfCompany = Math.max(mostOfCompany, ...atWork.values())
    await new Promise((resolve) => setImmediate(resolve))
    atWork.set(company, (atWork.get(company) ?? 0) - 1)
    leave()
  })
  await Promise.all(requests)
  expect(most).toBe(4)
  expect(mostOfCompany).toBeLessThanOrEqual(3)
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
})

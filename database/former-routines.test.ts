import { expect, test } from 'vitest'
import { formerIn, formerRoutinesOf, signaturesIn } from './former-routines.ts'

const move = 'app.move(company uuid, service text) returns void'
const moveAs = 'app.move(company uuid, service text, known_as text) returns void'
const landed = (...current: string[]) => ({ current, former: [] })
const dropping = [{ name: '0300_move.sql', sql: 'drop function if exists app.move(uuid, text);' }]

test('functions are read from the schema without their defaults; procedures are left out', () => {
  expect(
    signaturesIn(
      `create table app (id int);\n-- app.move(company uuid, service text DEFAULT NULL::text) returns void: owner app_auth, called by app_rt
-- app.close_table(IN target text): owner app_owner, called by app_owner
-- app.reach(company uuid) returns TABLE(a text, b boolean): owner app_auth`,
    ),
  ).toEqual([move, 'app.reach(company uuid) returns TABLE(a text, b boolean)'])
})

test('a function with another argument, name of an argument or result needs a migration that drops the former one', () => {
  for (const now of [moveAs, move.replace('service', 'integration'), move.replace('void', 'boolean')]) {
    expect(() => formerRoutinesOf(landed(move), [now], [])).toThrow(
      `${move} has landed, and this version has another app.move: databases of before could not start. ` +
        'Write a migration: drop function if exists app.move(company uuid, service text);',
    )
    expect(() =>
      formerRoutinesOf(landed(move), [now], [{ name: '0300_move.sql', sql: 'drop function app.move_on;' }]),
    ).toThrow('has landed')
    expect(formerRoutinesOf(landed(move), [now], dropping)).toBe(`${move} -- dropped by 0300_move.sql\n`)
  }
})

test('a function that goes is remembered: a later one of its name would stand beside it', () => {
  const lock = formerRoutinesOf(landed(move), [], [])
  expect(lock).toBe(`${move}\n`)
  const later = { current: [], former: formerIn(lock) }
  expect(formerRoutinesOf(later, [], [])).toBe(lock)
  expect(() => formerRoutinesOf(later, [moveAs], [])).toThrow('has landed')
  expect(formerRoutinesOf(later, [moveAs], dropping)).toBe(`${move} -- dropped by 0300_move.sql\n`)
  expect(formerRoutinesOf(later, [move], [])).toBe('')
})

test('what was dropped once stays dropped, and a second change needs a migration of its own', () => {
  const former = formerIn(`${move} -- dropped by 0300_move.sql\n`)
  const third = moveAs.replace('void', 'text')
  expect(formerRoutinesOf({ current: [moveAs], former }, [moveAs], [])).toBe(`${move} -- dropped by 0300_move.sql\n`)
  expect(() => formerRoutinesOf({ current: [moveAs], former }, [third], [])).toThrow(moveAs)
})

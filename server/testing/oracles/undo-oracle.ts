import { isDeepStrictEqual } from 'node:util'
import { keyOf, kindOf, ownerOf, type Row, tableOf, type World } from './undo-world.ts'

export type Conflict = { entity_type: string; entity_id: string; field: string | null; code: string }

/** A change set as the rows before and after it. `told`: the ids that its log names, though in the end nothing may differ. */
export type Past = { before: World; after: World; loggedIds: Set<string> }

/**
 * The mistakes of an undo, as sentences; none when it is right. Derived from the rows alone, without the log.
 * @param set the undone set; @param since the sets after it, in order; @param now the rows before the undo; @param then the rows after it
 */
export function faultsOf(set: Past, since: Past[], now: World, then: World, conflicts: Conflict[]): string[] {
  const faults: string[] = []
  const named = new Map<string, Conflict[]>()
  for (const conflict of conflicts) {
    const key = keyOf(conflict.entity_type, conflict.entity_id)
    named.set(key, [...(named.get(key) ?? []), conflict])
  }
  const isNamed = (key: string, row: Row, field?: string) => {
    const owner = ownerOf(key, row)
    return (
      (named.get(key) ?? []).some((each) => each.field === null || each.field === field) ||
      (owner !== undefined && (named.get(owner) ?? []).some((each) => each.field === null))
    )
  }
  const isTouched = (key: string) => since.some((past) => touches(past, key))
  const say = (key: string, what: string) => faults.push(`${key} ${what}`)

  for (const key of new Set([...set.before.keys(), ...set.after.keys(), ...now.keys(), ...then.keys()])) {
    const [was, became, is, will] = [set.before.get(key), set.after.get(key), now.get(key), then.get(key)]
    if (isDeepStrictEqual(was, became)) {
      if (!isDeepStrictEqual(is, will)) say(key, 'was not changed by this change set, but by its undo')
    } else if (!was && became) {
      // What belonged to it and is gone keeps it only when nobody is told of that.
      const lost = (each: string, row: Row) => !now.has(each) && isNamed(each, row)
      const isClean =
        isDeepStrictEqual(is, became) &&
        isDeepStrictEqual(
          belongings(key, set.after).filter(([each, row]) => !lost(each, row)),
          belongings(key, now),
        )
      if (!isClean && !isDeepStrictEqual(is, will)) say(key, 'was made, touched since, and is not kept as it is')
      if (!isClean && !isNamed(key, became)) say(key, 'was made, touched since, and is not named')
      if (isClean && will && !isNamed(key, became)) say(key, 'was made, not touched since, and neither gone nor named')
      if (isClean && will && !isDeepStrictEqual(is, will)) say(key, 'was made and changed by the undo')
    } else if (was && !became) {
      if (is && !isDeepStrictEqual(is, will)) say(key, 'came back since and was changed')
      if (is && !isDeepStrictEqual(is, was) && !isNamed(key, was))
        say(key, 'came back since, differs, and is not named')
      if (!is && will && !isDeepStrictEqual(will, was)) say(key, 'came back otherwise than it was')
      if (!is && !will && !isNamed(key, was)) say(key, 'did not come back and is not named')
    } else if (was && became)
      faults.push(...fieldFaults(key, was, became, is, will, (field) => isNamed(key, was, field)))
  }
  for (const each of conflicts) {
    const key = keyOf(each.entity_type, each.entity_id)
    if (!isTrue(each, key, { set, now, then, isTouched }))
      say(key, `is said to be ${each.code}${each.field ? ` in ${each.field}` : ''}`)
  }
  return [...faults, ...halves(set, now, then)]
}

function fieldFaults(
  key: string,
  was: Row,
  became: Row,
  is: Row | undefined,
  will: Row | undefined,
  isNamed: (field: string) => boolean,
) {
  const faults: string[] = []
  for (const field of new Set([...Object.keys(was), ...Object.keys(became)])) {
    if (!is) {
      if (will) faults.push(`${key} was deleted since and came back`)
      else if (!isDeepStrictEqual(was[field], became[field]) && !isNamed(field))
        faults.push(`${key}.${field} is gone and not named`)
      continue
    }
    const [at, to] = [is[field], will?.[field]]
    if (isDeepStrictEqual(was[field], became[field])) {
      if (!isDeepStrictEqual(at, to)) faults.push(`${key}.${field} was not changed by this change set, but by its undo`)
    } else if (isDeepStrictEqual(at, became[field])) {
      if (!isDeepStrictEqual(to, was[field]) && !(isNamed(field) && isDeepStrictEqual(to, at)))
        faults.push(`${key}.${field} was not touched since and did not go back`)
    } else if (!isDeepStrictEqual(at, to)) faults.push(`${key}.${field} was touched since and is not kept`)
    else if (!isDeepStrictEqual(at, was[field]) && !isNamed(field))
      faults.push(`${key}.${field} was touched since and is not named`)
  }
  return faults
}

const belongings = (key: string, world: World) =>
  [...world].filter(([each, row]) => ownerOf(each, row) === key).sort(([one], [other]) => (one < other ? -1 : 1))
const sameBelongings = (key: string, one: World, other: World) =>
  isDeepStrictEqual(belongings(key, one), belongings(key, other))
const touches = ({ before, after, loggedIds }: Past, key: string) =>
  loggedIds.has(key.slice(key.indexOf(':') + 1)) ||
  !isDeepStrictEqual(before.get(key), after.get(key)) ||
  !sameBelongings(key, before, after)

/** A record comes back with everything that belonged to it; bank data, lines and readings are no records of their own. */
function halves(set: Past, now: World, then: World): string[] {
  return [...set.before].flatMap(([key, row]) => {
    const owner = ownerOf(key, row)
    if (!owner || tableOf(key) === 'files' || set.after.has(key) || set.after.has(owner)) return []
    if (now.has(owner) || !then.has(owner)) return []
    return then.has(key) ? [] : [`${owner} came back without ${key}`]
  })
}

type Situation = { set: Past; now: World; then: World; isTouched: (key: string) => boolean }

/** Whether the reason given for a kept record is true. */
function isTrue({ code, field }: Conflict, key: string, { set, now, then, isTouched }: Situation): boolean {
  const { refers, unique } = kindOf(key)
  const row = set.before.get(key) ?? set.after.get(key)
  if (!row) return false
  switch (code) {
    case 'not_there':
      return !now.has(key)
    case 'changed_since':
      return field ? !isDeepStrictEqual(now.get(key)?.[field], set.after.get(key)?.[field]) : isTouched(key)
    case 'in_use':
      return [...then].some(
        ([other, each]) => other !== key && kindOf(other).refers.some((column) => each[column] === row.id),
      )
    case 'taken':
      return [...then].some(
        ([other, each]) =>
          other !== key &&
          tableOf(other) === tableOf(key) &&
          (unique ?? []).every((column) => each[column] === row[column]),
      )
    case 'gone':
      return refers.some((column) => row[column] && !isThere(row[column], then))
    case 'contains_gone':
      return belongings(key, set.before).some(([other, each]) =>
        kindOf(other).refers.some((column) => each[column] && each[column] !== row.id && !isThere(each[column], then)),
      )
    case 'rule':
      return (
        tableOf(key) === 'bom_lines' || belongings(key, set.before).some(([other]) => tableOf(other) === 'bom_lines')
      )
    default:
      return false
  }
}

const isThere = (id: unknown, world: World) => [...world.values()].some((row) => row.id === id)

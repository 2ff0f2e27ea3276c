import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/*
 * A start applies the routines to a database that still has those of an earlier version. `create or replace` refuses another result or other names
 * of arguments, and a function with other arguments stands beside the former one, so that its name alone is ambiguous: the start fails, but only
 * on databases of before. This lock remembers the signatures that have landed and are gone, with the migration that drops each.
 */

const lockPath = 'database/former-routines.lock'
const schemaPath = 'database/schema.gen.sql'

/** A function of an earlier version: `app.one(a integer) returns text`, and the migration that drops it, null when its name is in use no more. */
export type FormerRoutine = { signature: string; droppedBy: string | null }

/**
 * What has landed with the last commit: the signatures that it has, and those that it no longer had. Without git nothing has.
 * @param root folder of the checkout
 */
export async function landedRoutines(root: string): Promise<{ current: string[]; former: FormerRoutine[] }> {
  const show = (path: string) =>
    promisify(execFile)('git', ['show', `HEAD:./${path}`], { cwd: root, maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => stdout,
      () => '',
    )
  return { current: signaturesIn(await show(schemaPath)), former: formerIn(await show(lockPath)) }
}

/** The signatures of the functions in a described schema, without defaults. Procedures are made anew at each start, so they cannot clash. */
export const signaturesIn = (schema: string): string[] =>
  schema.split('\n').flatMap((line) => {
    const [, head, args = '', result] = /^-- (app\.\w+)\((.*)\) returns (.+?): owner /.exec(line) ?? []
    return head ? [`${head}(${args.split(', ').map(withoutDefault).join(', ')}) returns ${result}`] : []
  })

const withoutDefault = (argument: string) => argument.split(' DEFAULT ')[0]

/** @param text of the lock file: a line for each signature */
export const formerIn = (text: string): FormerRoutine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [signature = '', droppedBy = null] = line.split(' -- dropped by ')
      return { signature, droppedBy }
    })

/**
 * The lock file that fits these functions.
 * @param landed see landedRoutines
 * @param current the signatures of today
 * @param added the migrations that have not landed yet
 * @throws when a function that has landed stands in the way of one of today, with the sentence what to do
 */
export function formerRoutinesOf(
  landed: { current: string[]; former: FormerRoutine[] },
  current: string[],
  added: { name: string; sql: string }[],
): string {
  const today = new Set(current)
  const names = new Set(current.map(nameOf))
  const known = new Map(landed.former.map(({ signature, droppedBy }) => [signature, droppedBy]))
  const gone = [...new Set([...known.keys(), ...landed.current])].filter((signature) => !today.has(signature)).sort()
  return gone
    .map((signature) => {
      const droppedBy = known.get(signature) ?? added.find(({ sql }) => drops(sql, nameOf(signature)))?.name
      if (droppedBy) return `${signature} -- dropped by ${droppedBy}\n`
      if (!names.has(nameOf(signature))) return `${signature}\n`
      throw new Error(
        `${signature} has landed, and this version has another ${nameOf(signature)}: databases of before could not start. ` +
          `Write a migration: drop function if exists ${droppable(signature)};`,
      )
    })
    .join('')
}

const nameOf = (signature: string) => signature.slice(0, signature.indexOf('('))

const drops = (sql: string, name: string) =>
  sql.matchAll(/\bdrop (?:function|routine) (?:if exists )?(app\.\w+)/gi).some(([, dropped]) => dropped === name)

/** The name with the arguments as `drop function` takes them. */
const droppable = (signature: string) => signature.slice(0, signature.lastIndexOf(') returns ') + 1)

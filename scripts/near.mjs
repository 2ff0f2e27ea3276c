/**
 * The tests near a change, for `npm run check -- --near`: those whose imports lead to a changed file, and those beside a changed file or
 * beside one that imports it. Nearly every server test imports the whole app, so imports are not followed through the app.
 * `node_modules/.bin/node scripts/near.mjs FILES...` prints the tests near these files.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { root } from './pinned-node.mjs'

/** What gathers all features: its importers are near only when it has itself changed. */
const isHub = /^(server\/[\w-]+\.ts|server\/testing\/.*(?<!\.test)\.ts|contract\/[\w-]+\.ts)$/
const isTest = /\.test\.tsx?$/
const folders = ['contract', 'server', 'database', 'web', 'counterparts', 'scripts']
const isCode = /^(?!.*\b(node_modules|dist)\/).*\.(tsx?|mjs|sql)$/
/** They compare the whole database with its rules. */
const schemaTests = [
  ...['architecture', 'catalogue'].map((name) => `server/testing/house/${name}.test.ts`),
  ...['definers', 'fence', 'fence-holes'].map((name) => `server/testing/attacks/${name}.test.ts`),
]

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** What differs from the last commit that the origin has too, whether committed, changed or new. */
export function changedFiles() {
  const base = hasOrigin() ? git('merge-base', 'HEAD', 'origin/main')[0] : 'HEAD'
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

const hasOrigin = () => git('for-each-ref', 'refs/remotes/origin/main').length > 0

/** @param changed paths from the root @returns paths of test files, sorted */
export function testsNear(changed) {
  const texts = new Map(
    folders
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
      .filter((path) => isCode.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  const importers = importersIn(texts)
  const sql = changed.filter((path) => path.endsWith('.sql'))
  const begin = [...changed, ...sql.flatMap((path) => usersOf(texts.get(path) ?? '', texts))]
  const close = new Set(begin.flatMap((path) => [path, ...(importers.get(path) ?? [])]))
  const mayFollow = (path) => begin.includes(path) || !isHub.test(path)
  const places = new Set([...close].filter((path) => mayFollow(path) && !isTest.test(path)).map(dirname))
  for (const place of places) if (place.startsWith('server/testing')) places.delete(place)

  const reached = new Set(begin)
  for (const path of reached)
    if (mayFollow(path)) for (const importer of importers.get(path) ?? []) reached.add(importer)
  const isNear = (path) => reached.has(path) || (path.startsWith('server/') && places.has(dirname(path)))
  const tests = [...texts.keys()].filter((path) => isTest.test(path) && isNear(path))
  return [...new Set([...tests, ...(sql.length > 0 ? schemaTests : [])])].sort()
}

/** A quoted path that leads to a file counts as an import: programs and threads are started by their path. */
function importersIn(texts) {
  const importers = new Map()
  for (const [path, text] of texts)
    for (const [, named] of text.matchAll(/['"`]((?:\.{1,2}|contract|scripts|database)\/[\w./-]+)['"`]/g)) {
      const target = named.startsWith('.') ? normalize(join(dirname(path), named)) : named
      if (texts.has(target)) importers.set(target, [...(importers.get(target) ?? []), path])
    }
  return importers
}

/** The files of the server that call a function of an SQL file, and the queries of the tables that it names. */
function usersOf(sql, texts) {
  const functions = [...sql.matchAll(/(?:function|procedure) (app\.\w+)/g)].map(([, name]) => `${name}(`)
  const tables = [...sql.matchAll(/(?:\bon|\btable|_table\()\s?(?:if not exists )?'?(\w+)/g)].map(([, name]) => name)
  const queries = new Set(tables.map((name) => `${name.replaceAll('_', '-')}.queries.ts`))
  return [...texts].flatMap(([path, text]) => {
    const isFeature = /^server\/(?!testing\/)/.test(path) && !isTest.test(path)
    return isFeature && (queries.has(basename(path)) || functions.some((name) => text.includes(name))) ? [path] : []
  })
}

if (import.meta.main) for (const test of testsNear(process.argv.slice(2))) console.log(test)

/**
 * Every result of a query is read through a shape (server/platform/database/rows.ts, decision 0086).
 * `node scripts/queries.mjs` finds row types that the code asserts but nothing checks, in the server or in the given files.
 * `node scripts/queries.mjs --asked FOLDER` finds queries that no test ran, so that their shapes were never checked. A full run
 * of the tests writes its queries into that folder (QUERIES_ASKED, server/testing/inspect-rows.ts).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './pinned-node.mjs'

const reader = 'server/platform/database/rows.ts'
const readers = [reader, 'server/platform/database/each-row.ts', 'server/platform/database/list-page.ts']
const isTest = /^server\/testing\/|\.test\.ts$/
const asks = /(?<![\w.])(rowsOf|rowOf|onlyRowOf|scalarsOf|scalarOf|countOf|isTrue|eachRow|listPage)\(/g
const imports = /^import \{([^}]{1,300})\} from '([./a-z-]{1,80})'/gm

const [first, ...rest] = process.argv.slice(2)
const findings = first === '--asked' ? unasked(rest[0]) : (first ? [first, ...rest] : serverFiles()).flatMap(asserted)
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1

function serverFiles() {
  return readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isTest.test(pathOf(file)) && pathOf(file) !== reader)
}

function pathOf(file) {
  return relative(root, file).replaceAll('\\', '/')
}

/** The queries of the server that no list in the folder contains. */
function unasked(folder) {
  const lists = existsSync(folder) ? readdirSync(folder) : []
  const testedPlaces = new Set(lists.flatMap((list) => readFileSync(join(folder, list), 'utf8').split('\n')))
  return serverFiles().flatMap((file) => {
    const code = withoutComments(readFileSync(file, 'utf8'))
    const names = asking(file, code)
    const places = Array.from(code.matchAll(asks))
      .filter(([, name]) => names.has(name))
      .map(({ index }) => `${pathOf(file)}:${lineOf(code, index)}`)
    return places.filter((place) => !testedPlaces.has(place)).map((place) => `${place} no test runs this query`)
  })
}

/** The functions that a file imports to query through a shape; its own functions may have the same names. */
function asking(file, code) {
  const taken = Array.from(code.matchAll(imports)).filter(([, , from]) =>
    readers.includes(pathOf(join(file, '..', from))),
  )
  return new Set(taken.flatMap(([, names]) => names.match(/\w+/g)))
}

/** The places where a file asserts the result of a query instead of reading it through a shape. */
function asserted(file) {
  const code = withoutComments(readFileSync(file, 'utf8'))
  const say = (index, what) => `${pathOf(file)}:${lineOf(code, index)} ${what}`
  const casts = Array.from(
    code.matchAll(/\.(?:\$(?:castTo|narrowType|assertType)\b|fn(?:\.\w{1,30})?<)/g),
    ({ index, 0: name }) => say(index, `${name} asserts a row type: use rowsOf or rowOf`),
  )
  const rows = Array.from(code.matchAll(/\{ rows\b[^={}]{0,40}\} =\s{0,200}(?:await\s{1,200})?sql[`<]/g), ({ index }) =>
    say(index, 'reads rows that nothing compares: use rowsOf, rowOf or scalarOf'),
  )
  const types = Array.from(code.matchAll(/\bsql</g), ({ index }) => index).flatMap((index) => {
    const from = code.indexOf('`', index)
    const type = code.slice(index + 4, from - 1).trim()
    if (!/^(?:SqlBool|string|number|boolean)$/.test(type)) return [say(index, `sql<${type}> asserts a row type`)]
    return /^\.(?:as|execute)\(/.test(code.slice(templateEnd(code, from) + 1).trimStart())
      ? [say(index, `sql<${type}> asserts the type of what is returned`)]
      : []
  })
  return [...casts, ...rows, ...types]
}

function lineOf(code, index) {
  return code.slice(0, index).split('\n').length
}

/** Empties the comments, so that lines keep their numbers. */
function withoutComments(source) {
  return source
    .split('\n')
    .map((line) => (/^\s*(?:\/\/|\/\*|\*)/.test(line) ? '' : line))
    .join('\n')
}

/** @param start where a template literal begins. @returns where it ends */
function templateEnd(code, start) {
  let index = start + 1
  while (index < code.length && code[index] !== '`') {
    if (code[index] === '\\') index += 1
    else if (code.startsWith('${', index)) index = expressionEnd(code, index + 2)
    index += 1
  }
  return index
}

/** @param start where the text between ${ and } of a template begins. @returns where the } is */
function expressionEnd(code, start) {
  let depth = 0
  for (let index = start; index < code.length; index += 1) {
    if (code[index] === '`') index = templateEnd(code, index)
    else if (code[index] === '{') depth += 1
    else if (code[index] === '}' && depth-- === 0) return index
  }
  return code.length
}

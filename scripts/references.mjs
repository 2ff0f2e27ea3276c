/**
 * Every reference must have a target in this repository: a page and its section, a number of docs/security.md, a decision, a
 * migration, a file, or the title of a test. Checks all comments and pages, or the given files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { root } from './pinned-node.mjs'

const folders = ['contract', 'server', 'web', 'database', 'e2e', 'bench', 'scripts', 'docs']
const rootPages = ['README.md', 'CONTRIBUTING.md']
const isRead = /\.(tsx?|m?js|css|sql|md)$/
/**
 * Addresses, invented names (NNNN, and the jigs of docs/adding.md), patterns for many files, and names that exist only on a running server or are built.
 */
const isElsewhere =
  /^\/|NNNN|\bjigs?\b|^public\.tsx?$|^(DATA_DIR|bench\/results|dist|node_modules|quarantine)\b|^(text|application)\//
/** Nobody edits landed migrations, so the files that they name may have moved. */
const hasLanded = /database\/migrations\//
/** Landed migrations may name decisions that are part of another today; the index of decisions lists these numbers. */
const namesFormerDecisions = /database\/migrations\/|docs\/decisions\/README\.md$/
const comment = /(?:^ *\*|(?<![:'"])\/\/|\/\*) .*$/gm
const sqlComment = /(?:--|\/\*) .*$/gm
// Its own test contains references without a target. Links of the User Guide lead to screens: web/settings/guide/guide.test.ts follows them.
const isLeftOut = /(^|\/)(node_modules|dist|\.?results)\/|^docs\/guide\/|^server\/testing\/house\/references\.test\.ts$/

const files = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .concat(rootPages)
  .filter((path) => !isLeftOut.test(path))

const read = (path) => readFileSync(resolve(root, path), 'utf8')
const decisions = new Set(namesIn('docs/decisions').map((name) => name.slice(0, 4)))
const formerDecisions = new Set(
  [...read('docs/decisions/README.md').matchAll(/^\| (0\d{3}(?:, 0\d{3})*) \|/gm)].flatMap(([, row]) =>
    row.split(', '),
  ),
)
const migrations = new Set(namesIn('database/migrations').map((name) => name.slice(0, 4)))
// A page of the guide with the name of another page is not meant.
const pages = new Map(
  readdirSync(join(root, 'docs/guide'))
    .map((name) => `docs/guide/${name}`)
    .concat(files)
    .filter((path) => /^(docs\/(guide\/)?)?[\w-]+\.md$/.test(path))
    .map((path) => [basename(path), pageOf(read(path))]),
)
const foreignKeys = foreignKeysIn(read('database/schema.gen.sql'))
const numbers = new Set([...read('docs/security.md').matchAll(/^\| ([TFI]\d+) \|/gm)].map(([, number]) => number))

const paths = process.argv.slice(2)
const findings = (paths.length > 0 ? paths : files.filter((path) => isRead.test(path))).flatMap(lookAt)
for (const finding of new Set(findings)) console.error(finding)
if (findings.length > 0) process.exitCode = 1

function lookAt(path) {
  const text = read(path)
  const isPage = path.endsWith('.md')
  const checks = [pageNames, catalogueNumbers, decisionNumbers, otherLists]
  if (isPage) checks.push(links, titles, unproven, relations)
  if (path.includes('docs/decisions/0')) checks.push(decisionIsListed)
  else checks.push(migrationNumbers)
  if (!hasLanded.test(path)) checks.push(isPage ? pathsInPages : pathsInComments)
  return checks.flatMap((check) =>
    [...check(text, path)].map(({ index, problem }) => {
      const line = text.slice(0, index).split('\n').length
      return `${relative(root, resolve(root, path))}:${line} ${problem}`
    }),
  )
}

/** A decision states its status and has a row in the index. */
function* decisionIsListed(text, path) {
  const index = text.indexOf('\n') + 1
  if (!/\b(stands|accepted|superseded)\b/i.test(text.slice(0, 400))) yield { index, problem: 'has no status' }
  const row = `| [${basename(path).slice(0, 4)}](${basename(path)}) |`
  if (!read('docs/decisions/README.md').includes(row)) yield { index, problem: 'is not in docs/decisions/README.md' }
}

/** `product.md 9`, `security.md 2.2, row 14`: the page, its section, the row of a table there. */
function* pageNames(text, path) {
  const reference = /(?<![\w*<-])([\w-]+)\.md\b(?: (\d+(?:\.\d+)?)(?:, rows? (\d+))?(?:-(\d+))?)?/g
  for (const { index, 1: name, 2: section, 3: row, 4: last } of text.matchAll(reference)) {
    const page = pages.get(`${name.toLowerCase()}.md`) ?? pages.get(`${name}.md`)
    if (!page && !isDecision(name.slice(0, 4), path)) yield { index, problem: `there is no page ${name}.md` }
    else if (section && !page.sections.has(section)) yield { index, problem: `${name}.md has no section ${section}` }
    for (const each of [row, last]) {
      if (each && page && !page.rows.has(each)) yield { index, problem: `${name}.md has no row ${each}` }
    }
  }
}

/** `T29`, `F8`, `I1`: the promises of docs/security.md. */
function* catalogueNumbers(text) {
  for (const { index, 0: number } of text.matchAll(/(?<![\w%$#&'"-])[TFI]\d{1,3}(?![\w:%'"]|-\d)/g)) {
    if (!numbers.has(number)) yield { index, problem: `docs/security.md has no ${number}` }
  }
}

function* decisionNumbers(text, path) {
  const inPage = path.includes('docs/decisions/')
    ? /(?<![\w/.]|migrations? )()(0\d{3})(?![\w.-])/g
    : /\b(decisions?) (\d{4})|\((0\d{3})\)/g
  for (const { index, 2: named, 3: bare } of text.matchAll(inPage)) {
    const number = named ?? bare
    if (!isDecision(number, path)) yield { index, problem: `there is no decision ${number}` }
  }
}

function isDecision(number, path) {
  return decisions.has(number) || (namesFormerDecisions.test(path) && formerDecisions.has(number))
}

function* migrationNumbers(text) {
  for (const { index, 1: number } of text.matchAll(/\bmigrations? (\d{4})\b|\b(\d{4})_[a-z]\w+\.sql\b/g)) {
    if (number && !migrations.has(number)) yield { index, problem: `there is no migration ${number}` }
  }
}

/** Numbers from lists outside this repository mean nothing to its readers. */
function* otherLists(text) {
  for (const { index, 0: item } of text.matchAll(/\b(?:review|issue|finding) [A-Z]?\d{1,2}\b|\([COPSUW]\d{1,2}[,)]/g)) {
    yield {
      index,
      problem: `${item} is not a list of this repository: name a decision or a T-number, or write the reason`,
    }
  }
}

/** `server/platform/http/mount.ts` in a comment. */
function* pathsInComments(text, page) {
  const path =
    /(?<![\w./@-])(?:contract|server|web|database|e2e|bench|scripts|docs)\/[\w./-]*\w\.(?:tsx?|m?js|sql|md)\b/g
  for (const { index, 0: remark } of text.matchAll(page.endsWith('.sql') ? sqlComment : comment)) {
    for (const { index: within, 0: named } of remark.matchAll(path)) {
      if (!existsSync(join(root, named))) yield { index: index + within, problem: `there is no file ${named}` }
    }
  }
}

/** `mount.ts` or `server/platform/http/` between backticks; a bare file name must belong to exactly one file. */
function* pathsInPages(text, page) {
  for (const { index, 1: named } of text.matchAll(
    /`([\w.@-]*(?:\/[\w.@-]*)+|[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|sql|css))`/g,
  )) {
    const isPath = !named.includes('/') || /\.\w+$/.test(named) || folders.includes(named.split('/')[0])
    if (isElsewhere.test(named) || !isPath) continue
    const isThere = [join(root, named), resolve(root, dirname(page), named)].some((path) => existsSync(path))
    const count = isThere ? 1 : files.filter((path) => path.endsWith(`/${named.replace(/\/$/, '')}`)).length
    if (count === 0) yield { index, problem: `there is no file ${named}` }
    if (count > 1) yield { index, problem: `${named} may be one of ${count} files: write its path` }
  }
}

/** [text](address#heading) */
function* links(text, page) {
  for (const { index, 1: target } of text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
    const [path, anchor] = target.split('#')
    const file = path ? resolve(root, dirname(page), path) : resolve(root, page)
    if (!existsSync(file)) yield { index, problem: `there is no ${path}` }
    else if (anchor && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor)) {
      yield { index, problem: `${path || page} has no heading #${anchor}` }
    }
  }
}

/** `parts.test.ts` “a title”, “another”: tests of that file have these words in their titles. */
function* titles(text) {
  for (const { index, 1: named, 2: quoted } of text.matchAll(
    /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]{1,300}”)+)/g,
  )) {
    const file = files.find((path) => path === named || path.endsWith(`/${named}`))
    const tests = file ? read(file).replaceAll("\\'", "'") : ''
    for (const [, title] of quoted.matchAll(/“([^”]{1,300})”/g)) {
      if (!tests.includes(title.replaceAll('\n', ' ').replace(/ {1,9}/g, ' ')))
        yield { index, problem: `${named} has no test “${title}”` }
    }
  }
}

/** A promise names the test that proves it, or says that there is none. */
function* unproven(text) {
  for (const { index, 0: row, 1: number } of text.matchAll(/^\| ([TF]\d+) \|.*$/gm)) {
    if (!/\.(test|spec)\.tsx?` “| Not (built|proven|applicable)/.test(row)) {
      yield { index, problem: `${number} names no test: quote the title of one, or begin the cell with 'Not proven'` }
    }
  }
}

/** Pictures of tables: a solid line is a foreign key of database/schema.gen.sql, a dotted one is none. */
function* relations(text) {
  for (const { index, 1: one, 2: line, 3: many } of text.matchAll(/^ {2}(\w+) \|\|(--|\.\.)o[{|] (\w+) : ".*"$/gm)) {
    const lacking = [one, many].find((table) => !foreignKeys.has(table))
    const isKey = foreignKeys.get(many)?.includes(one) ?? false
    if (lacking) yield { index, problem: `there is no table ${lacking}` }
    else if (isKey !== (line === '--'))
      yield { index, problem: `${many} has ${isKey ? 'a' : 'no'} foreign key to ${one}` }
  }
}

/** The tables, each with those that its foreign keys name. */
function foreignKeysIn(schema) {
  const tables = schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)/gm)
  return new Map(
    [...tables].map(([, table, body]) => [table, [...body.matchAll(/REFERENCES (\w+)/g)].map(([, to]) => to)]),
  )
}

function pageOf(text) {
  const sections = new Set([...text.matchAll(/^#{2,4} (\d+(?:\.\d+)?)\b/gm)].map(([, number]) => number))
  const rows = new Set([...text.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number))
  return { sections, rows }
}

/** The anchor that GitHub makes of a heading. */
function anchorsOf(text) {
  const titles = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title.toLowerCase())
  return titles.map((title) => title.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}

function namesIn(folder) {
  return readdirSync(join(root, folder)).filter((name) => /^\d{4}[-_]/.test(name))
}

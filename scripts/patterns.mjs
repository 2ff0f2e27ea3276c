/**
 * Every regular expression must take linear time, whatever the text (T112). Checks all patterns of the folders that ship, or of the
 * given files. Reports a pattern that backtracks polynomially or exponentially, or that starts again at each character of a long run.
 * Where the text is short, put a bound into the pattern: /0{1,4}$/.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from '@swc/core'
import { analyse } from 'scslre'
import { root } from './pinned-node.mjs'

const folders = ['contract', 'server', 'web', 'database', 'scripts']
const isSource = /\.(ts|tsx|mjs)$/
const isTest = /\.(test|spec)\.tsx?$|[\\/](testing|dist|node_modules)[\\/]/

const problems = {
  Self: (character) => `repeats a repetition of ${character}`,
  Trade: (character) => `shares ${character} between two repetitions`,
  Move: (character) => `begins anew at each ${character} of a run: anchor it, bound it, or look from the end`,
}

const files = process.argv.slice(2)
const shipped = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => isSource.test(file) && !isTest.test(file))

const findings = (await Promise.all((files.length > 0 ? files : shipped).map(lookAt))).flat()
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1

async function lookAt(file) {
  const source = readFileSync(file, 'utf8')
  const module = await parse(source, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'esnext' })
  return [...patternsIn(module, constantsOf(module))].flatMap(({ pattern, flags, unknown }) => {
    const at = Math.max(0, source.indexOf(pattern ?? unknown))
    const place = `${relative(root, file)}:${source.slice(0, at).split('\n').length}`
    if (pattern === undefined) return [`${place} builds a pattern from text known only at run time: use a literal`]
    return problemsOf(pattern, flags).map((problem) => `${place} /${pattern}/${flags} ${problem}`)
  })
}

/** The strings that a module names as constants. */
function constantsOf({ body }) {
  const declared = body.flatMap(({ declaration, declarations }) => declaration?.declarations ?? declarations ?? [])
  return new Map(declared.flatMap(({ id, init }) => (init?.type === 'StringLiteral' ? [[id.value, init.value]] : [])))
}

/** Every regular expression literal, and every RegExp built from a known string, below a node of the tree. */
function* patternsIn(node, constants) {
  if (node.type === 'RegExpLiteral') yield { pattern: node.pattern, flags: node.flags }
  if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.value === 'RegExp') {
    const [text, flags] = (node.arguments ?? []).map(({ expression }) => expression)
    const pattern = textOf(text, constants)
    if (pattern !== undefined) yield { pattern, flags: flags?.value ?? '' }
    else if (text?.type !== 'RegExpLiteral') yield { unknown: 'RegExp(' }
  }
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) yield* patternsIn(child, constants)
  }
}

/** The text of an expression that consists of literals and named strings. */
function textOf(node, constants) {
  if (node?.type === 'StringLiteral') return node.value
  if (node?.type === 'Identifier') return constants.get(node.value)
  if (node?.type !== 'TemplateLiteral') return undefined
  const parts = node.expressions.map((expression) => textOf(expression, constants))
  if (parts.includes(undefined)) return undefined
  return node.quasis.map(({ cooked }, index) => cooked + (parts[index] ?? '')).join('')
}

function problemsOf(source, flags) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Self: true, Trade: true, Move: true } })
  return reports.map(({ type, exponential, character }) => {
    const cost = exponential ? 'takes exponential time' : 'takes quadratic time'
    return `${cost}: it ${problems[type](character.literal.source)}`
  })
}

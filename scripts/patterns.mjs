/**
 * No regular expression may take more than linear time, whatever text it is given (T112). Looks at every pattern of the folders
 * that ship; says where one backtracks polynomially or exponentially, or begins anew at each place of a long run.
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

const files = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => isSource.test(file) && !isTest.test(file))

const findings = (await Promise.all(files.map(lookAt))).flat()
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1

async function lookAt(file) {
  const source = readFileSync(file, 'utf8')
  const module = await parse(source, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'esnext' })
  return [...patternsIn(module)].flatMap(({ pattern, flags, unknown }) => {
    const at = Math.max(0, source.indexOf(pattern ?? unknown))
    const place = `${relative(root, file)}:${source.slice(0, at).split('\n').length}`
    if (pattern === undefined) return [`${place} builds a pattern from text that cannot be looked at: use a literal`]
    return problemsOf(pattern, flags).map((problem) => `${place} /${pattern}/${flags} ${problem}`)
  })
}

/** Every literal, and every RegExp made of a literal text, below a node of the tree. */
function* patternsIn(node) {
  if (node.type === 'RegExpLiteral') yield { pattern: node.pattern, flags: node.flags }
  if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.value === 'RegExp') {
    const [text, flags] = (node.arguments ?? []).map(({ expression }) => expression)
    if (text?.type === 'StringLiteral') yield { pattern: text.value, flags: flags?.value ?? '' }
    else if (text?.type !== 'RegExpLiteral') yield { unknown: 'RegExp(' }
  }
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) yield* patternsIn(child)
  }
}

function problemsOf(source, flags) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Self: true, Trade: true, Move: true } })
  return reports.map(({ type, exponential, character }) => {
    const cost = exponential ? 'takes exponential time' : 'takes quadratic time'
    return `${cost}: it ${problems[type](character.literal.source)}`
  })
}

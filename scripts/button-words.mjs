/** Buttons are in title case (docs/design.md): reports every label of a button in web/ that is not. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from '@swc/core'
import { root } from './pinned-node.mjs'

/** The elements that are buttons, and the attributes that say what is on one. */
const buttons = new Set(['Button', 'SaveButton', 'AssistantButton'])
const attributes = new Set(['confirmLabel', 'cancelLabel', 'submitLabel'])
/** Small words stay small, unless they come first. */
const small = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** A whole sentence, such as a question or 'I have read it', and a word of progress stay as they are. */
const isSentence = /[?.:]$|^(I|At most) /

const files = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !/\.test\.tsx$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !/[\\/](dist|node_modules)[\\/]/.test(file))

const findings = (await Promise.all(files.map(lookAt))).flat()
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1

async function lookAt(file) {
  const source = readFileSync(file, 'utf8')
  const module = await parse(source, { syntax: 'typescript', tsx: true, target: 'esnext' })
  return [...labelsIn(module)]
    .filter((label) => !isTitle(label))
    .map((label) => `${relative(root, file)}: ${label.trim()}`)
}

function isTitle(label) {
  if (isSentence.test(label.trim())) return true
  const words = label
    .trim()
    .split(/\s+/)
    .filter((word) => /^[a-z]/.test(word))
  return words.every((word) => small.has(word)) && !/^\s*[a-z]/.test(label)
}

/** What stands on each button below a node of the tree. */
function* labelsIn(node) {
  if (node.type === 'JSXElement' && buttons.has(node.opening.name.value)) yield* textsOf(node.children)
  if (node.type === 'JSXAttribute' && attributes.has(node.name.value)) yield* textsOf([node.value])
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) yield* labelsIn(child)
  }
}

function textsOf(nodes) {
  return nodes.flatMap((node) => {
    if (node.type === 'JSXText') return node.value.trim() === '' ? [] : [node.value]
    if (node.type === 'JSXExpressionContainer') return textsOf([node.expression])
    if (node.type === 'StringLiteral') return [node.value]
    if (node.type === 'TemplateLiteral') return [node.quasis.map(({ cooked }) => cooked).join('X')]
    if (node.type === 'ConditionalExpression') return textsOf([node.consequent, node.alternate])
    if (node.type === 'BinaryExpression') return textsOf([node.right])
    return []
  })
}

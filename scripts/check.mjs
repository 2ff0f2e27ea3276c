/** `npm run check`: the whole gate, on a machine that has everything; with `-- --near` only what is near the change. */
import { runGate, runNear } from './gate.mjs'
import { changedFiles, testsNear } from './near.mjs'
import { install } from './pinned-node.mjs'

const help =
  'npm run check runs the whole gate; npm run check -- --near runs lint, types and the tests near what changed since origin/main'
const [argument, ...more] = process.argv.slice(2)
if (argument === '--help' && more.length === 0) console.log(help)
else if ((argument && argument !== '--near') || more.length > 0) {
  console.error(`${[argument, ...more].join(' ')} is not known: ${help}`)
  process.exitCode = 1
} else {
  install()
  process.exitCode = (await (argument ? runNear(testsNear(changedFiles())) : runGate())) ? 0 : 1
}

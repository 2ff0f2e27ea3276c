/** `npm run check`: the whole gate, on a machine that has everything. */
import { runGate } from './gate.mjs'
import { install } from './pinned-node.mjs'

install()
process.exitCode = (await runGate()) ? 0 : 1

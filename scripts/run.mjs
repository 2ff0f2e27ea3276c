/** Runs a TypeScript file on the pinned Node: `node scripts/run.mjs FILE ARGUMENTS...` */
import { resolve } from 'node:path'
import { become, install } from './pinned-node.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('Which file? node scripts/run.mjs FILE ARGUMENTS...')
  process.exit(1)
}
install()
become(resolve(file), args)

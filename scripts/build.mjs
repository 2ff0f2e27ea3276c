/** `npm run build`: builds the screens and the server when their sources have changed. */
import { buildAll } from './builds.mjs'
import { install } from './pinned-node.mjs'

install()
process.exitCode = buildAll() ? 0 : 1

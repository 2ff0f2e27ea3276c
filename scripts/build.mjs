/** `npm run build`: builds the screens when their sources have changed. */
import { install } from './pinned-node.mjs'
import { buildScreens } from './screens.mjs'

install()
process.exitCode = buildScreens() ? 0 : 1

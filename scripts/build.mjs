/** `npm run build`: the screens, when their sources changed. */
import { install } from './pinned-node.mjs'
import { buildScreens } from './screens.mjs'

install()
process.exitCode = buildScreens() ? 0 : 1

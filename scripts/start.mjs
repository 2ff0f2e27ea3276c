/** `npm start`: installs and builds anything that is missing, then becomes the server. */
import { become, install, root } from './pinned-node.mjs'
import { buildScreens } from './screens.mjs'

install()
if (!buildScreens()) process.exit(1)
become(`${root}server/main.ts`)

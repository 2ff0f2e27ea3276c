/** `npm start`: installs and builds anything that is missing, then becomes the server. `start.mjs worker`: the worker, which needs no screens. */
import { buildAll, buildServer } from './builds.mjs'
import { become, install, root } from './pinned-node.mjs'

const [program] = process.argv.slice(2)
install()
if (!(program ? buildServer() : buildAll())) process.exit(1)
become(`${root}dist/${program ?? 'main'}.js`)

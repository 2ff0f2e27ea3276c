/** `npm run dev`: the server restarts and the screens reload on every change. The screens' port is 5173. */
import { spawn } from 'node:child_process'
import { install, node, root } from './pinned-node.mjs'

install()
const screens = 'http://localhost:5173'
const env = { ...process.env, APP_URL: process.env.APP_URL ?? screens }
const children = [
  spawn(node, ['--watch', '--watch-preserve-output', 'server/main.ts'], { cwd: root, stdio: 'inherit', env }),
  spawn(node, ['../node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort'], {
    cwd: `${root}web`,
    stdio: 'inherit',
    env,
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)

/** `npm test`: installs anything that is missing, Chromium included, then runs the whole gate. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { runGate } from './gate.mjs'
import { install } from './pinned-node.mjs'

install()
installChromium()
process.exitCode = (await runGate()) ? 0 : 1

function installChromium() {
  if (findChromium()) return
  const isRoot = process.getuid?.() === 0
  if (existsSync('/etc/debian_version') && isRoot) {
    console.log('Installing Chromium (apt-get)...')
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update')
    if (apt('install', '-y', '--no-install-recommends', 'chromium').status === 0) return
  }
  const how = existsSync('/etc/debian_version') ? 'sudo apt-get install chromium' : 'install Chromium or Google Chrome'
  console.log(`The browser journeys need Chromium: ${how}, or set CHROMIUM to its path`)
}

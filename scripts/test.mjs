/** `npm test`: installs anything that is missing, the browsers included, then runs the whole gate. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium, findFirefox, findHeadlessShell, findPython } from './chromium.mjs'
import { runGate } from './gate.mjs'
import { install } from './pinned-node.mjs'

install()
const isDebian = existsSync('/etc/debian_version')
const mayInstall = isDebian && process.getuid?.() === 0
installChromium()
// An example of docs/guide/webhooks.md is in Python.
if (!findPython() && !(mayInstall && installPackage('python3'))) console.log('The examples in Python need python3')
// One journey runs in Firefox too; a machine that cannot have it has no such journey.
if (mayInstall && !findFirefox()) installPackage('firefox-esr')
process.exitCode = (await runGate()) ? 0 : 1

/** Without an installation, takes the Chromium that the machine has. */
function installChromium() {
  if (process.env.CHROMIUM || findHeadlessShell()) return
  if (mayInstall && installPackage('chromium-headless-shell')) return
  if (findChromium()) return
  const how = isDebian ? 'sudo apt-get install chromium-headless-shell' : 'install Chromium or Google Chrome'
  console.log(`The browser journeys need Chromium: ${how}, or set CHROMIUM to its path`)
}

function installPackage(name) {
  console.log(`Installing ${name} (apt-get)...`)
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'Acquire::http::Timeout=10', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  return apt('install', '-y', '--no-install-recommends', name).status === 0
}

/**
 * Chromium for journeys, pictures and measurements: the one that CHROMIUM names, else the first of these on the PATH. The last one is
 * what `npm test` installs.
 */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chromium-headless-shell']

/** @returns the path of the program; undefined when there is none */
export const findChromium = () => process.env.CHROMIUM ?? firstOnPath(names)

/**
 * Chromium without the windows of a browser around the page: the journeys need a quarter less processor time with it.
 * @returns the path of the program; undefined when there is none
 */
export const findHeadlessShell = () => firstOnPath(['chromium-headless-shell'])

/** The browser of journeys and of tests of components. @returns its path; undefined when there is none */
export const browserOfJourneys = () => process.env.CHROMIUM ?? findHeadlessShell() ?? findChromium()

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  // The pages of a worker share one process, with its compiled scripts: a fifth less processor time.
  '--process-per-site',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: optimising its code costs more than it saves, an eighth of the time of all journeys.
  '--js-flags=--no-opt --no-maglev',
]

/** @returns the path of Firefox, for the one journey in it; undefined when there is none */
export const findFirefox = () => firstOnPath(['firefox', 'firefox-esr'])

/** @returns the path of Python; undefined when there is none */
export const findPython = () => firstOnPath(['python3'])

function firstOnPath(wanted) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

import { contract } from 'contract/index.ts'
import { companyPath } from 'contract/route.ts'
import type { Plugin } from 'vite'

/**
 * The client of the API needs methods and paths only. Given the whole contract, each screen would load the shapes of all features; given this,
 * a screen loads the shapes that it imports itself.
 */
export function contractAsPaths(): Plugin {
  const id = '\0contract-as-paths'
  return {
    name: 'contract-as-paths',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'contract/index.ts' && importer?.endsWith('/web/shared/api/api.ts') ? id : undefined,
    load: (loaded) => (loaded === id ? `${builder}export const contract = ${pathsOf(contract)}` : undefined),
  }
}

const builder = `const c = '${companyPath}'
const r = (method, path) => ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path } } })
`

/** As `minifyContractRouter` of oRPC, without what only documentation reads: the code of an object whose leaves are built by `r`. */
function pathsOf(router: object): string {
  if ('~orpc' in router) {
    const { method, path = '' } = (router['~orpc'] as { route: { method?: string; path?: string } }).route
    const isOfCompany = path.startsWith(companyPath)
    const rest = JSON.stringify(isOfCompany ? path.slice(companyPath.length) : path)
    return `r(${JSON.stringify(method)},${isOfCompany ? 'c+' : ''}${rest})`
  }
  return `{${Object.entries(router).map(([key, inner]) => `${JSON.stringify(key)}:${pathsOf(inner as object)}`)}}`
}

/**
 * Zod can describe its schemas as JSON Schema. Nobody asks for that in a browser, but each schema refers to the code for it, which ends up in
 * the first JavaScript. The parts that schemas need for themselves (`aggregateChecks`) stay.
 * @throws when a new version of Zod has another build: look at it, and change this
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/zod/v4/core/json-schema-processors.js')) return undefined
      const start = code.indexOf('export const stringProcessor')
      if (start < 0 || !code.slice(0, start).includes('aggregateChecks'))
        throw new Error('Zod has changed: see slimming.ts')
      const names = [...code.slice(start).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return code.slice(0, start) + names.map((name) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}

/** Dialogs of Mantine can stop the page below from scrolling. Ours does not scroll (theme.ts), but the code for it would load with each dialog. */
export function withoutScrollLock(): Plugin {
  const id = '\0without-scroll-lock'
  return {
    name: 'without-scroll-lock',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'react-remove-scroll' ? id : undefined),
    load: (loaded) => (loaded === id ? unlocked : undefined),
  }
}

// Notifications put its class names on their containers.
const unlocked = `export const RemoveScroll = ({ children }) => children
RemoveScroll.classNames = { fullWidth: '', zeroRight: '' }`

/** Takes each class of a style sheet by its own name: no table of all its names loads, and what is not used leaves with the other unused code. */
export const classesByName = (): Plugin => ({
  name: 'classes-by-name',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.tsx')
      ? code.replace(/^import (\w+) from ('[^']+\.module\.css')$/gm, 'import * as $1 from $2')
      : undefined,
})

import { readFile } from 'node:fs/promises'
import { contract } from 'contract/index.ts'
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
    load: (loaded) => (loaded === id ? `export const contract = ${JSON.stringify(pathsOf(contract))}` : undefined),
  }
}

/** As `minifyContractRouter` of oRPC, without what only documentation reads. */
function pathsOf(router: object): unknown {
  if ('~orpc' in router) {
    const { route } = router['~orpc'] as { route: { summary?: string; tags?: string[] } }
    const { summary: _, tags: __, ...rest } = route
    return { '~orpc': { errorMap: {}, meta: {}, route: rest } }
  }
  return Object.fromEntries(Object.entries(router).map(([key, inner]) => [key, pathsOf(inner as object)]))
}

/** Zod can describe its schemas as JSON Schema, which nobody asks for in a browser, but each schema refers to the code for it. */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    async load(id) {
      if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined
      const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      )
      return names.map((name) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}

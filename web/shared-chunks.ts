import { build, type InlineConfig, type Rolldown } from 'vite'
import { chunksOf, inside, outside } from './preloads.ts'

const lists = ['parts', 'assemblies', 'products', 'vendors'].map((noun) => `inventory/${noun}/${noun}-page.tsx`)
lists.push('tasks/tasks-page.tsx', 'sops/sops-page.tsx')

export type ChunkGroup = { name: string; test: RegExp | ((id: string) => boolean) }

/**
 * Groups of modules that are always loaded together, each to become one file: what the sign-in page and all screens load, what all screens
 * load, what all large lists load. Which modules these are is known only after unused code has left, so the screens are built once for that,
 * in memory. Each group imports from itself and from those before it only, so no chunks import each other.
 * @param config how the screens are built without these groups
 * @param taken groups that keep their modules
 */
export async function sharedChunks(config: InlineConfig, taken: ChunkGroup[]): Promise<ChunkGroup[]> {
  const first = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })
  const { output } = first as Rolldown.RolldownOutput
  const bundle = Object.fromEntries(output.map((file) => [file.fileName, file]))
  const loadedWith = (modules: string[]) =>
    new Set(
      chunksOf(bundle, modules)
        .filter((chunk) => !chunk.isEntry && !taken.some(({ name }) => name === chunk.name))
        .flatMap(({ moduleIds }) => moduleIds),
    )
  const [signIn, anyScreen] = [loadedWith(outside), loadedWith(inside)]
  const anyList = lists.map((list) => loadedWith([list])).reduce((all, one) => all.intersection(one))
  const start = anyScreen.intersection(signIn)
  const frame = anyScreen.difference(start)
  const list = anyList.difference(start).difference(frame)
  return Object.entries({ start, frame, list }).map(([name, ids]) => ({ name, test: (id: string) => ids.has(id) }))
}

import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { chunksOf, inside, outside } from './preloads.ts'

const lists = ['parts', 'assemblies', 'products', 'vendors'].map((noun) => `inventory/${noun}/${noun}-page.tsx`)
lists.push('tasks/tasks-page.tsx', 'sops/sops-page.tsx')

export type ChunkGroup = { name: string; test: RegExp | ((id: string) => boolean) }

/**
 * Makes one file of modules that are always loaded together: of what the sign-in page and all screens load, of what all screens load, and of
 * what all large lists load. Which modules these are is known only after unused code has left, so the screens are built once for that, in
 * memory.
 * @param config how the screens are built without this
 * @param taken groups that keep their modules
 */
export const sharedChunks = (config: InlineConfig, taken: ChunkGroup[]): Plugin => ({
  name: 'shared-chunks',
  apply: 'build',
  config: async () => ({
    build: { rolldownOptions: { output: { codeSplitting: { groups: await groupsOf(config, taken) } } } },
  }),
})

/** Each group imports from itself and from those before it only, so no chunks import each other. */
async function groupsOf(config: InlineConfig, taken: ChunkGroup[]): Promise<ChunkGroup[]> {
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
        .flatMap(({ moduleIds }) => moduleIds)
        // These start a program when they are evaluated; the forms of the sign-in page load the frame without wanting that.
        .filter((id) => ![...outside, ...inside].some((module) => id.endsWith(`/web/${module}`))),
    )
  const [signIn, anyScreen] = [loadedWith(outside), loadedWith(inside)]
  const anyList = lists.map((list) => loadedWith([list])).reduce((all, one) => all.intersection(one))
  const start = anyScreen.intersection(signIn)
  const frame = anyScreen.difference(start)
  const list = anyList.difference(start).difference(frame)
  return Object.entries({ start, frame, list }).map(([name, ids]) => ({ name, test: (id: string) => ids.has(id) }))
}

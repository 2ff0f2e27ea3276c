import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { chunksOf, inside, outside, screens } from './preloads.ts'

const allBut = (...paths: string[]) => Object.keys(screens).filter((path) => !paths.includes(path))

/** The files for many screens, the widest first: each imports from itself and from those before it only. */
const wideFiles: Record<string, string[]> = {
  start: allBut(),
  frame: allBut('/auth'),
  screen: allBut('/auth', '/'),
  list: allBut('/auth', '/', '/dashboard', '/company', '/portfolio'),
}

/** Characters, before they are made small. What is shorter joins a wide file when at least half of its screens load it. */
const short = 20_000

export type ChunkGroup = { name: string; test: RegExp | ((id: string) => boolean) }

type Chunk = Rolldown.OutputChunk

/**
 * Makes one file of modules that the same screens of preloads.ts load, so that no screen is asked for in dozens of small files. Which
 * modules these are is known only after unused code has left, so the screens are built once for that, in memory.
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

async function groupsOf(config: InlineConfig, taken: ChunkGroup[]): Promise<ChunkGroup[]> {
  const first = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })
  const { output } = first as Rolldown.RolldownOutput
  const bundle = Object.fromEntries(output.map((file) => [file.fileName, file]))
  const isTaken = (chunk: Chunk) => taken.some(({ name }) => name === chunk.name)
  // What is loaded by import() on its own keeps its file.
  const isAlone = (chunk: Chunk) => chunk.isEntry || (chunk.isDynamicEntry && !startsProgram(chunk.facadeModuleId))
  const loads = Object.entries(screens).flatMap(([path, modules]) =>
    chunksOf(bundle, modules)
      .filter((chunk) => !isTaken(chunk) && !isAlone(chunk))
      .map((chunk) => ({ path, chunk })),
  )
  const pathsOf = Map.groupBy(loads, ({ chunk }) => chunk)
  const together = Map.groupBy(pathsOf.keys(), (chunk) => (pathsOf.get(chunk) ?? []).map(({ path }) => path).join(' '))
  return [...filesOf(together)].map(([name, chunks]) => {
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    // The forms of the sign-in page load the frame without wanting the screens to start.
    const ids = new Set(modules.filter((id) => !startsProgram(id)))
    return { name, test: (id: string) => ids.has(id) }
  })
}

const startsProgram = (id: string | null) => [...outside, ...inside].some((module) => id?.endsWith(`/web/${module}`))

/**
 * The chunks of each file, by the name of the file.
 * @param together the chunks that the same screens load, by the paths of these
 */
function filesOf(together: Map<string, Chunk[]>): Map<string, Chunk[]> {
  const files = new Map<string, Chunk[]>()
  // The widest first: all screens of a chunk load what it imports, so that is in a file already.
  const sets = [...together].map(([key, chunks]) => ({ paths: key.split(' '), chunks }))
  for (const { paths, chunks } of sets.toSorted((one, other) => other.paths.length - one.paths.length)) {
    const imports = new Set(chunks.flatMap((chunk) => chunk.imports))
    const above = [...files].flatMap(([name, own]) => (own.some(({ fileName }) => imports.has(fileName)) ? name : []))
    const isShort = chunks.reduce((sum, { code }) => sum + code.length, 0) < short
    const names = Object.keys(wideFiles).filter((name, at, all) => {
      const wide = wideFiles[name] ?? []
      if (!paths.every((path) => wide.includes(path))) return false
      if (paths.length === wide.length) return true
      return isShort && paths.length * 2 >= wide.length && above.every((file) => all.slice(0, at + 1).includes(file))
    })
    const name = names.at(-1) ?? `shared-${files.size}`
    files.set(name, [...(files.get(name) ?? []), ...chunks])
  }
  return files
}

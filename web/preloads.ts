import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * The screens that people open by their address, and the modules that such a screen loads by import(). The page that the server sends for
 * it names all their files, so that the browser asks for them at once and not one after the other.
 */
export const outside = ['app/outside.tsx']
export const inside = ['app/shell/inside.tsx', 'app/shell/shell.tsx']
export const screens: Record<string, string[]> = {
  '/auth': outside,
  '/': inside,
  '/dashboard': [...inside, 'dashboards/dashboard-page.tsx'],
  '/company': [...inside, 'dashboards/company-page.tsx'],
  '/portfolio': [...inside, 'companies/portfolio/portfolio-page.tsx'],
  '/inventory/parts': [...inside, 'inventory/parts/parts-page.tsx'],
  '/inventory/assemblies': [...inside, 'inventory/assemblies/assemblies-page.tsx'],
  '/inventory/products': [...inside, 'inventory/products/products-page.tsx'],
  '/inventory/vendors': [...inside, 'inventory/vendors/vendors-page.tsx'],
  '/inventory/summary': [...inside, 'inventory/summary/summary-page.tsx'],
  '/tasks': [...inside, 'tasks/tasks-page.tsx'],
  '/time-clock': [...inside, 'time-clock/time-clock-page.tsx'],
  '/sops': [...inside, 'sops/sops-page.tsx'],
}

/** A page that few open: it does not decide which files the screens share. */
const rare = { '/api/docs': ['app/api-docs/api-docs.tsx'] }

/** The letters of almost every text; without them the lines would move when they come. */
const fonts = { everywhere: /inter-latin-wght-normal/, inside: /geist-mono-latin-wght-normal/ }

/** Writes dist/preloads.json: for each path the files of its screen (scripts, then styles, then fonts), for server/platform/http/answers/static-files.ts. */
export function writePreloads(): Plugin {
  return {
    name: 'write-preloads',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const files = Object.entries({ ...screens, ...rare }).map(([path, modules]) => [
        path,
        filesOf(bundle, modules, path !== '/auth'),
      ])
      await writeFile(join(dir ?? 'dist', 'preloads.json'), JSON.stringify(Object.fromEntries(files)))
    },
  }
}

type Bundle = Rolldown.OutputBundle

function filesOf(bundle: Bundle, modules: string[], isInside: boolean): string[] {
  const chunks = chunksOf(bundle, modules)
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const wanted = isInside ? [fonts.everywhere, fonts.inside] : [fonts.everywhere]
  const letters = wanted.flatMap((font) =>
    Object.keys(bundle).filter((name) => font.test(name) && name.endsWith('.woff2')),
  )
  return [...chunks.map(({ fileName }) => fileName), ...styles, ...letters]
}

/** The chunks of these modules and all that they import, each behind what it imports: the styles of a screen must win over those of its components. */
export function chunksOf(bundle: Bundle, modules: string[]): Rolldown.OutputChunk[] {
  const chunks = new Set<Rolldown.OutputChunk>()
  const met = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || met.has(chunk.fileName)) return
    met.add(chunk.fileName)
    for (const name of chunk.imports) add(chunkNamed(bundle, name))
    chunks.add(chunk)
  }
  for (const module of modules) add(chunkOf(bundle, module))
  return [...chunks]
}

function chunkNamed(bundle: Bundle, name: string): Rolldown.OutputChunk | undefined {
  const chunk = bundle[name]
  return chunk?.type === 'chunk' ? chunk : undefined
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)))
  if (!chunk) throw new Error(`web/preloads.ts names ${module}, which is no module of the screens`)
  return chunk
}

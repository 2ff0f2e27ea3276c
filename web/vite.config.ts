import { promises as files, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite'
import { namedWidths } from './named-widths.ts'
import { writePreloads } from './preloads.ts'
import { type ChunkGroup, sharedChunks } from './shared-chunks.ts'
import { classesByName, contractAsPaths, withoutJsonSchemas, withoutScrollLock } from './slimming.ts'

// The configuration of Zod comes with Zod, so that it runs before any schema is made.
const chunks: ChunkGroup[] = [
  { name: 'schemas', test: /node_modules\/zod\/|\/without-eval\.ts$/ },
  // Otherwise each icon that two screens share is a file.
  { name: 'icons', test: /@tabler\/icons-react\/.*\/Icon(?!BrandGoogle)\w+/ },
]

// Every screen has loaded these, so the lists of what it loads later need not name them: that takes 1.5 kB off the first JavaScript.
const everywhere = /\/(frame|icons|index|rolldown-runtime|schemas|start)-[\w-]{8}\.js$/

const sheets = globSync('**/*.module.css', { cwd: import.meta.dirname, exclude: ['dist', '**/node_modules'] }).sort()
const sheetsByClass = Map.groupBy(
  sheets.flatMap((file) => {
    const names = readFileSync(join(import.meta.dirname, file), 'utf8').match(/(?<=\.)[a-z]\w*/gi)
    return [...new Set(names)].map((name) => ({ name, file }))
  }),
  ({ name }) => name,
)

/** A class that several sheets have says of which it is. Vite's own names do so always, and say the line: a kB more of each first screen. */
const shortName = (name: string, file: string) => {
  const sheet = relative(import.meta.dirname, file)
  const owners = sheetsByClass.get(name) ?? []
  return owners.length === 1 && owners[0]?.file === sheet ? `${name}_` : `${name}_${sheets.indexOf(sheet)}`
}

const config = (): UserConfig => ({
  plugins: [
    react(),
    classesByName(),
    contractAsPaths(),
    withoutJsonSchemas(),
    withoutScrollLock(),
    compressAssets(),
    writePreloads(),
  ],
  css: { ...namedWidths, modules: { generateScopedName: shortName } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !everywhere.test(`/${file}`)) : files,
    },
    // Inlining small fonts and icons as data: addresses would need a looser policy than `font-src 'self'` (security.md 5.4).
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } } },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:3000',
      '/auth/callback': 'http://localhost:3000',
      '/local-accounts': 'http://localhost:3000',
    },
  },
})

export default defineConfig(mergeConfig(config(), { plugins: [sharedChunks(config(), chunks)] }))

/** Writes .br and .gz beside each text asset, so that the server sends the best compression without compressing itself. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => name.startsWith('assets/') && /\.(js|css|svg)$/.test(name))
      await Promise.all(texts.map((name) => compress(join(dir ?? 'dist', name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const text = await files.readFile(path)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
  await files.writeFile(`${path}.br`, await promisify(brotliCompress)(text, best))
  await files.writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
}

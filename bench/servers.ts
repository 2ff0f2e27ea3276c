import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Usage = { statements: number; memory: number; highest: number }
export type Server = { origin: string; usage(): Promise<Usage>; stop(): Promise<void> }

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts one of the two servers as a child process. @param dataDir where it may keep files @param checkout whose code it runs */
export async function startServer(
  name: 'limit' | 'product',
  databaseUrl: string,
  dataDir: string,
  checkout = root,
): Promise<Server> {
  const child = fork(join(checkout, 'bench', `${name}-server.ts`), {
    env: {
      NODE_COMPILE_CACHE: join(checkout, '.cache/node'),
      ...process.env,
      BENCH_DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
  })
  const first = await Promise.race([once(child, 'message'), once(child, 'exit')])
  const [{ port }] = first as [{ port?: number }]
  if (!port) throw new Error(`The ${name} server did not start`)
  return {
    origin: `http://127.0.0.1:${port}`,
    async usage() {
      const answer = once(child, 'message')
      child.send('usage')
      return ((await answer) as [Usage])[0]
    },
    stop: () => end(child),
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Seconds from the command to the line that says 'ready', as `npm start` runs the server. */
export async function startUpSeconds(dataDir: string): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: `${root}.cache/node`,
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_ENV: 'development',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const chunk of child.stdout) if (String(chunk).includes('is ready')) break
  const seconds = (performance.now() - start) / 1_000
  await end(child)
  return seconds
}

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** `memory`, `highest`: bytes. `longestDelay`: the longest time in ms that the event loop of the server came too late. */
export type Usage = { statements: number; memory: number; highest: number; longestDelay: number }
export type Server = { origin: string; pid: number; usage(): Promise<Usage>; stop(): Promise<void> }

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Starts one of the two servers as a child process. @param dataDir folder for its files @param checkout the code that it runs
 * @param adminUrl lets the product run jobs too, for long work
 */
export async function startServer(
  name: 'limit' | 'product',
  databaseUrl: string,
  dataDir: string,
  { checkout = root, adminUrl = '' } = {},
): Promise<Server> {
  const child = fork(join(checkout, 'bench', `${name}-server.ts`), {
    env: {
      NODE_COMPILE_CACHE: join(checkout, '.cache/node'),
      UV_THREADPOOL_SIZE: '12', // as `npm start` sets it
      ...process.env,
      BENCH_DATABASE_URL: databaseUrl,
      BENCH_ADMIN_URL: adminUrl,
      DATA_DIR: dataDir,
    },
  })
  const first = await Promise.race([once(child, 'message'), once(child, 'exit')])
  const [{ port }] = first as [{ port?: number }]
  if (!port) throw new Error(`The ${name} server did not start`)
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async usage() {
      const answer = once(child, 'message')
      child.send('usage')
      return ((await answer) as [Usage])[0]
    },
    stop: () => end(child),
  }
}

/** The answer of a request, also if a job goes on with its work. @throws when the job does not end well */
export async function answerOf(answer: Response, init: RequestInit): Promise<string> {
  const text = await answer.text()
  if (answer.status !== 202) return text
  const address = new URL(answer.headers.get('location') ?? '', answer.url)
  for (;;) {
    await pause(50)
    const job = (await (await fetch(address, init)).json()) as { status: string; answer: unknown }
    if (job.status === 'done') return JSON.stringify(job.answer)
    if (!['waiting', 'running'].includes(job.status)) throw new Error(JSON.stringify(job))
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Starts the server as `npm start` does, which has built it, and waits for the line that says 'is ready'. */
export async function startMain(
  env: Record<string, string>,
  program = 'dist/main.js',
): Promise<Pick<Server, 'origin' | 'pid' | 'stop'>> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      ...process.env,
      ...{ NODE_COMPILE_CACHE: `${root}.cache/node`, PORT: '0', NODE_ENV: 'development', LOG_LEVEL: 'warn' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const [, origin] = /is ready: (\S+)/.exec(output) ?? []
    if (!origin) continue
    child.stdout.resume()
    return { origin, pid: child.pid ?? 0, stop: () => end(child) }
  }
  throw new Error('The server did not start')
}

/** Seconds from the command to the line that says 'is ready'. */
export async function startUpSeconds(name: 'limit' | 'product', dataDir: string): Promise<number> {
  const start = performance.now()
  const program = name === 'limit' ? 'bench/limit-start.ts' : undefined
  const server = await startMain({ DATA_DIR: dataDir, DATABASE_URL: '' }, program)
  const seconds = (performance.now() - start) / 1_000
  await server.stop()
  return seconds
}

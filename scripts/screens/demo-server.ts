import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a server with fresh demo data, gives its address to `use`, and stops it again. */
export async function withDemoServer(use: (origin: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sbr-pictures-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'development', DATABASE_URL: '', DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await use(await addressOf(server.stdout))
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function addressOf(output: AsyncIterable<unknown>): Promise<string> {
  for await (const chunk of output) {
    const address = /is ready: (\S+)/.exec(String(chunk))?.[1]
    if (address) return address
  }
  throw new Error('The server did not start')
}

/** Signs a demo person in with the local provider, in place of whoever was signed in. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: email, exact: true }).click()
  await page.waitForURL(/\/(dashboard|portfolio)/)
}

/** Opens the import of parts with a file of the tests, up to its first table. */
export async function openImport(page: Page): Promise<void> {
  await page.goto('/inventory/parts')
  await page
    .getByRole('button', { name: /^Import/ })
    .first()
    .click()
  await page.locator('input[type=file]').first().setInputFiles(join(root, 'e2e/files/shopify-jewelery.csv'))
  await page.getByRole('dialog').getByRole('table').first().waitFor()
}

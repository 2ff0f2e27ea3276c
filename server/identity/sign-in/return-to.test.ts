import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

const followed = [
  '/portfolio',
  '/inventory/parts',
  '/inventory/parts?q=bolt&sort=name&page=2',
  '/inventory/parts/0198a5e0-0000-7000-8000-000000000000?company=0198a5e0-0000-7000-8000-000000000001',
  '/company/0198a5e0-0000-7000-8000-000000000000',
  '/time-clock',
  '/auth/renewed',
  '/settings?tab=%22account%22',
]

test.each(followed)('%s is followed', (path) => {
  expect(safeReturnTo(path)).toBe(path)
})

const refused = [
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/inventory\t//evil.example',
  '/inventory/../..//evil.example',
  '/inventory\\evil',
  '/inventory//evil.example',
  'https:evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/inventoryx',
  '/unknown',
  '/api/session',
  '/auth/callback?code=x',
  '/auth/renewed/x',
  '/auth/renewed?x=y',
  '/inventory/parts\n',
  '/inventory/parts\r\nset-cookie: a=b',
  '@evil.example',
  ' /inventory',
  '',
  `/inventory/${'x'.repeat(1_000)}`,
  undefined,
  ['/inventory'],
  42,
]

test.each(refused)('%j leads to the start page', (path) => {
  expect(safeReturnTo(path)).toBe('/')
})

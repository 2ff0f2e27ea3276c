import { expect, test } from 'vitest'
import { shopHostIn } from './shop-host.ts'

test.each([
  ['my-store.myshopify.com', 'my-store.myshopify.com'],
  ['  My-Store.myshopify.com ', 'my-store.myshopify.com'],
  ['https://My-Store.myshopify.com/', 'my-store.myshopify.com'],
  ['HTTP://MY-STORE.MYSHOPIFY.COM/admin/products?page=2', 'my-store.myshopify.com'],
  ['https://admin.shopify.com/store/My-Store/orders', 'my-store.myshopify.com'],
  ['admin.shopify.com/store/my-store', 'my-store.myshopify.com'],
])('%s is the store %s', (typed, host) => {
  expect(shopHostIn(typed)).toBe(host)
})

test.each([
  'localhost',
  'my-store',
  'a.myshopify.com.evil.com',
  'https://evil.com/a.myshopify.com',
  'https://a@b.myshopify.com',
  'https://a.myshopify.com:22/',
])('%s stays as it was typed, for the server to refuse', (typed) => {
  expect(shopHostIn(typed)).toBe(typed)
})

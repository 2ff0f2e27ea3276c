import { expect, test } from 'vitest'
import { wordsOf } from './field-words.ts'

test.each([
  ['vendor', 'contact_person', 'Contact person'],
  ['vendor_private', 'tax_id', 'Tax ID'],
  ['vendor_private', 'swift_code', 'SWIFT code'],
  ['vendor_private', 'preferred_shipping_method', 'Preferred shipping'],
  ['product', 'sku', 'SKU'],
  ['product', 'shopify_product_id', 'Shopify product ID'],
  ['part', 'sop_id', 'SOP'],
  ['part', 'vendor_id', 'Vendor'],
  ['part', 'supplier_name', 'Supplier'],
  ['task', 'due_on', 'Due'],
  ['task', 'assigned_to', 'Assignee'],
  ['task_template', 'next_on', 'Next on'],
])('the %s column %s is called %s', (entity, column, words) => expect(wordsOf(entity, column)).toBe(words))

import { expect, test } from 'vitest'
import { wordsOf } from './field-words.ts'

test.each([
  ['contact_person', 'Contact person'],
  ['contactPerson', 'Contact person'],
  ['sku', 'SKU'],
  ['sop_id', 'SOP'],
  ['vendor_id', 'Vendor'],
  ['tax_id', 'Tax ID'],
  ['shopify_product_id', 'Shopify product ID'],
  ['swift_code', 'SWIFT code'],
])('%s is called %s', (field, words) => expect(wordsOf(field)).toBe(words))

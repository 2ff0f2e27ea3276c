/** 'Contact person', from `contact_person` or `contactPerson`; a record that is referred to goes by its name alone: 'SOP'. */
export function wordsOf(field: string): string {
  const words = field
    .replace(/^(vendor|sop)_id$/, '$1')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(sku|sop|id|iban|swift)\b/g, (abbreviation) => abbreviation.toUpperCase())
    .replace('shopify', 'Shopify')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

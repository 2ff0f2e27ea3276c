/**
 * The host in a typed or pasted address of a Shopify store: 'https://North.myshopify.com/admin' and
 * 'https://admin.shopify.com/store/north' are north.myshopify.com. Any other text stays as it is, and the server refuses it.
 */
export function shopHostIn(typed: string): string {
  const text = typed.trim()
  const inAdmin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([a-z0-9-]{1,100})(?:[/?#]|$)/i.exec(text)?.[1]
  if (inAdmin) return `${inAdmin.toLowerCase()}.myshopify.com`
  const host = /^(?:https?:\/\/)?([a-z0-9-]{1,100}\.myshopify\.com)(?:[/?#]|$)/i.exec(text)?.[1]
  return host?.toLowerCase() ?? text
}

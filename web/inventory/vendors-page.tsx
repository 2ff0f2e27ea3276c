export function VendorsPage() {
  return null
}

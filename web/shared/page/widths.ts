/**
 * The widths at which a screen changes its layout, under the names that style sheets use as well: `@media (--phone)`. A style sheet whose own
 * content needs another width names that width itself.
 */
export const widths = {
  /** Below 768 px (product.md 2). At 768 px everything is that of a tablet. */
  phone: '(max-width: 47.99em)',
  tablet: '(min-width: 48em)',
  /** What stands beside each other on a wide screen stands below each other. */
  'one-column': '(max-width: 62em)',
  /** A record has room beside its list. */
  beside: '(min-width: 1280px)',
}

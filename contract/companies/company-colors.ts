/** The colours of companies; `web/app/styles/tokens.css` has their values. A new company gets the colour that the fewest companies have. */
export const companyColors = [
  'blue',
  'orange',
  'green',
  'pink',
  'teal',
  'red',
  'purple',
  'amber',
  'cyan',
  'olive',
] as const
export type CompanyColor = (typeof companyColors)[number]

export const companyColorLabels: Record<CompanyColor, string> = {
  blue: 'Blue',
  orange: 'Orange',
  green: 'Green',
  pink: 'Pink',
  teal: 'Teal',
  red: 'Red',
  purple: 'Purple',
  amber: 'Amber',
  cyan: 'Cyan',
  olive: 'Olive',
}

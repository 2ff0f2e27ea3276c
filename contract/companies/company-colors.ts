/** The colours of companies; `web/app/styles/tokens.css` has their values. A new company gets the colour that the fewest companies have. */
export const companyColorLabels = {
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
export type CompanyColor = keyof typeof companyColorLabels
export const companyColors = Object.keys(companyColorLabels) as [CompanyColor, ...CompanyColor[]]

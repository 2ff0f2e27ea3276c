/** Words for a bill of materials, states of a file and names that programs give, none of which names an item. */
const noItem =
  /(?<![\p{L}\d])(?:bill[ _-]?of[ _-]?materials?|boms?|ebom|mbom|parts?[ _-]?list|st(?:ü|ue)ckliste|nomenclature|lista[ _-]de[ _-]materiales|export(?:ed)?|download(?:ed)?|import|copy|kopie|final|draft|new|data|file|book|mappe|sheet|table|tabelle|list|untitled|unbenannt|csv|xlsx?)(?![\p{L}])\d*/giu
const dates = /(?<!\d)(?:20\d{2}[-_. ]?\d{2}[-_. ]?\d{2}|\d{1,2}[-_.]\d{1,2}[-_.]20\d{2})(?!\d)/g
const copies = /\(\d{1,3}\)/g

/** 'AP Pump 100' of 'BOM_AP Pump 100 (2).csv'; null when the name of a file names no item. */
export function itemInName(fileName: string): string | null {
  const bare = fileName.replace(/\.[a-z]{2,5}$/i, '')
  const name = bare
    .replace(copies, ' ')
    .replace(dates, ' ')
    .replace(noItem, ' ')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s_.,–-]{1,40}|[\s_.,–-]{1,40}$/g, '')
  return /[\p{L}\d]/u.test(name) && name.length > 1 ? name.slice(0, 100) : null
}

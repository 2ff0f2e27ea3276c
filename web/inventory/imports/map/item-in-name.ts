const billOfMaterials =
  /(?<![\p{L}\d])(?:bill[ _-]?of[ _-]?materials?|[em]?boms?|parts?[ _-]?list|st(?:ü|ue)ckliste)(?![\p{L}\d])/giu
const dates = /(?<!\d)(?:20\d{2}[-_. ]?\d{2}[-_. ]?\d{2}|\d{1,2}[-_.]\d{1,2}[-_.]20\d{2})(?!\d)/g
const copies = /\(\d{1,3}\)/g
/** Names that programs and people give to any file. */
const anyFile =
  /^(?:export|download|import|copy|kopie|of|new|data|file|book|mappe|sheet|table|list|untitled|csv|xlsx?)?\d*$/i

/** 'AP Pump 100' of 'BOM_AP Pump 100 (2).csv'; null when the name of a file names no item. */
export function itemInName(fileName: string): string | null {
  const bare = fileName.replace(/\.[a-z]{2,5}$/i, '')
  const name = [copies, dates, billOfMaterials, /\s{2,}/g]
    .reduce((text, noItem) => text.replace(noItem, ' '), bare)
    .replace(/^[\s_.,–-]{1,40}|[\s_.,–-]{1,40}$/g, '')
  return name.split(/[\s_.,–-]/).every((word) => anyFile.test(word)) ? null : name.slice(0, 100)
}

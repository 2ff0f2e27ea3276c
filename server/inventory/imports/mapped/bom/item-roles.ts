// Takes the header of a column, says whether it speaks of what is made or of what goes into it, in the words of whatever program.

import { foldText } from 'contract/same-text.ts'

/** The words of a header, also of one like 'productImageUrl'. */
const wordsOf = (header: string): string[] =>
  foldText(header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).match(/\p{L}+/gu) ?? []

/** Whether one word of the header says what an item is to others, and all others name an item or its number: 'Assembly Time' has another word. */
function speaksOf(header: string, role: RegExp, needsNoun?: RegExp): boolean {
  // 'Component 1' is one of several columns.
  const words = /(?<!\p{L})\d+(?!\p{L})/u.test(header) ? [] : wordsOf(header)
  const has = (known: RegExp) => words.some((word) => known.test(word))
  const isRole = has(role) || (needsNoun !== undefined && has(needsNoun) && has(noun))
  return isRole && words.every((word) => [role, needsNoun, noun, filler].some((known) => known?.test(word)))
}

/** 'Item to Manufacture', 'product_tmpl_id', 'Fertigungsartikel', 'Parent Part No.'; not 'Manufacturer'. */
export const speaksOfParent = (header: string): boolean => speaksOf(header, whole, made)

/** 'Component 2nd Item Number', 'Code fils', 'Hijo'; 'Fils' alone are wires. */
export const speaksOfComponent = (header: string): boolean => speaksOf(header, piece) && !/^\s*fils\s*$/i.test(header)

/** A name of an item or of its number that leaves open which item of the line is meant: 'Item', 'Artikelnummer'. */
export const isItemName = (header: string): boolean => speaksOf(header, noun)

const whole =
  /^(?:parents?|father|vater|assembly|assemblies|assys?|asm|kits?|bundles?|nha|fgs?|(?:ober|vater|kopf|end|fertig(?:ungs)?|stücklisten)(?:artikel|teil|produkt|material|erzeugnis|kopf)s?(?:nr|nummer|code)?|erzeugnis|übergeordnet\p{L}{0,2}|baugruppen?(?:nr|nummer|code)?|ensembles?|composé|père|padre|pai|conjunto|assieme|samenstelling|hoofdartikel)$/u
const piece =
  /^(?:child|children|components?|komponenten?(?:nr|nummer)?|(?:kind|unter)(?:teil|artikel)|sohn|composants?|fils|hij[oa]|componentes?|componenti|figlio|filh[oa]|member)$/u
const made =
  /^(?:finished|manufactured?|made|built|produced?|output|resulting|top|upper|higher|superior|tmpl|template|composite|fini|fabriqué|fabriquer|terminado|acabado|fabricado|fabricar|finito|hergestellt\p{L}{0,2}|gefertigt\p{L}{0,2})$/u
const noun =
  /^(?:items?|parts?|articles?|artikel|artikelnummer|artikelnr|products?|produkt|goods?|material|materialnummer|sku|ipn|pn|teil|teilenummer|artículo|producto|prodotto|articolo|produit)$/u
const filler =
  /^(?:number|no|nr|num|code|id|ref|name|nummer|numéro|número|numero|codice|código|internal|inventory|p|n|nd|rd|th|short|long|next|to|of|the|in|for|be|à|de|du|zu)$/u

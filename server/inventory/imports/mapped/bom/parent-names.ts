// Takes the header of a column, says whether it speaks of the item that is made, in the words of whatever program.

import { foldText } from 'contract/same-text.ts'

/**
 * 'Item to Manufacture', 'product_tmpl_id', 'Fertigungsartikel', 'Parent Part No.': all its words name an item or its number, and one says that the
 * item contains others. 'Assembly Time' and 'Manufacturer' have other words.
 */
export function speaksOfParent(header: string): boolean {
  const words = foldText(header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).match(/\p{L}+/gu) ?? []
  const isMade = words.some((word) => whole.test(word))
  const mayBeMade = words.some((word) => made.test(word)) && words.some((word) => noun.test(word))
  const all = [whole, made, noun, filler]
  return (isMade || mayBeMade) && words.every((word) => all.some((known) => known.test(word)))
}

/** A name of an item or of its number that leaves open which item of the line is meant: 'Item', 'Artikelnummer'. */
export const isItemName = (header: string): boolean => {
  const words = foldText(header).match(/\p{L}+/gu) ?? []
  return words.some((word) => noun.test(word)) && words.every((word) => noun.test(word) || filler.test(word))
}

const whole =
  /^(?:parents?|assembly|assemblies|assys?|asm|kits?|bundles?|nha|fgs?|(?:ober|vater|kopf|end|fertig(?:ungs)?)(?:artikel|teil|produkt|material|erzeugnis)s?(?:nr|nummer|code)?|erzeugnis|übergeordnet\p{L}{0,2}|baugruppen?(?:nr|nummer|code)?|ensembles?|composé|padre|conjunto|assieme|samenstelling|hoofdartikel)$/u
const made =
  /^(?:finished|manufactured?|made|built|produced?|output|resulting|top|upper|higher|superior|tmpl|template|composite|fini|fabriqué|fabriquer|terminado|acabado|fabricado|fabricar|finito|hergestellt\p{L}{0,2}|gefertigt\p{L}{0,2})$/u
const noun =
  /^(?:items?|parts?|articles?|artikel|artikelnummer|artikelnr|products?|produkt|goods?|material|materialnummer|sku|ipn|pn|teil|teilenummer|artículo|producto|prodotto|articolo|produit)$/u
const filler =
  /^(?:number|no|nr|num|code|id|ref|name|nummer|numéro|número|numero|codice|código|internal|inventory|p|n|next|to|of|the|in|for|be|à|de|du|zu)$/u

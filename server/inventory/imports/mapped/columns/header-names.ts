// Takes a header as written, makes the name to compare it by.

import { currencyInHeader } from 'contract/currency-in-header.ts'
import { once } from 'contract/once.ts'
import { foldText } from 'contract/same-text.ts'
import { each, unitOf, usualUnits } from 'contract/units.ts'
import { isMultiple } from '../../decode/multiples.ts'
import { withoutColumn } from '../../rows/distinct-header.ts'
import { unitNames, unitPrices } from './aliases.ts'

/** Two headers are the same when they are the same text (contract/same-text.ts), or differ only in spaces, underscores and punctuation. */
export const normalHeader = (header: string): string =>
  withoutColumn(foldText(header))
    .replace(/@$/, 'at')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Tells whether a header is one of these names, which stand in one text. */
export function nameMatcher(names: string): (header: string) => boolean {
  const normals = once(() => new Set(names.split(', ').map(normalHeader)))
  return (header) => normals().has(normalHeader(header))
}

/** The same for close names. */
export function closeMatcher(names: string): (header: string) => boolean {
  const close = once(() => new Set(names.split(', ').map(closeName)))
  return (header) => close().has(closeName(header))
}

/**
 * Two headers are close when they differ only in bracketed text, a currency, abbreviations and the order of words: 'Unit cost (USD)' and
 * 'Unit Cost', 'Acct #' and 'Account Number'. Empty when no word is left.
 */
export const closeName = (header: string): string =>
  foldText(unitInHeader(header) ? header.replace(unitName, ' ') : header)
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/#|№|\bn[°º]/g, ' number ')
    .replace(/\bre[- ]order/g, 'reorder')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => words.get(word) ?? word)
    .filter((word) => word !== '' && !silent.has(word))
    .toSorted()
    .join(' ')

const words = new Map(
  Object.entries({
    ...{ qty: 'quantity', qnty: 'quantity', quant: 'quantity', acct: 'account', acc: 'account', ac: 'account' },
    ...{ no: 'number', nr: 'number', num: 'number', nbr: 'number', desc: 'description', descr: 'description' },
    ...{ min: 'minimum', loc: 'location', mfg: 'manufacturer', mfr: 'manufacturer', prc: 'price' },
    ...{ sup: 'supplier', pt: 'point', lvl: 'level' },
    ...{ pn: 'p n', partno: 'part number', partnumber: 'part number', tel: 'phone', addr: 'address' },
  }),
)

const currencies = 'usd eur gbp chf jpy cny cad aud nzd sek nok dkk pln czk inr mxn brl euro euros dollar dollars'
const silent = new Set([...currencies.split(' '), 'in', 'the', 'each', 'ea', 'per', 'pcs'])

/** The unit of measure that a header of quantities names: 'km' of 'Stock (km)', 'kg' of 'Stock, kg'. Pieces are none. */
export function unitInHeader(header: string): string | undefined {
  const [, bracketed, behind] = unitName.exec(header.trim()) ?? []
  const word = bracketed ?? behind ?? ''
  const unit = unitOf(word)
  return unit !== each && (usualUnits.has(unit) || moreUnits.test(word)) ? word : undefined
}

const unitName = /[([]([\p{L}µ²³]{1,12})\.?[)\]]|(?:,| in) ?([\p{L}µ²³]{1,12})\.?$/u
const moreUnits =
  /^(?:[kcdµ]m|µl|cl|dl|hl|mg|t|to|tons?|tonnes?|[mcdk]?m[²³23]|sqm|sqft|cbm|yd|yds|yards?|gal|gallons?)$/i

/**
 * Whether a header says that its figures are for more than one, or in other units: 'Cost ($/100)', 'Qty (10 boards)', 'Price (cents)'. A column is
 * not taken for such a field without a word of the user.
 */
export const saysFactor = (header: string): boolean => factorIn(header) !== undefined || isFactorName(header)

/** The words of a header that say so: '/100', 'per box'. */
export const factorIn = (header: string): string | undefined =>
  [hundredsOrThousands.exec(header), ...factors.map((factor) => factor.exec(foldText(header)))]
    .find((found) => found !== null)?.[0]
    .trim()

const factors = [
  /(?:(?<!\p{L})(?:per|pro|je|par|por|for|für|pour|para|za|за|à)(?!\p{L})|\/) ?(?:\d{1,3}(?:[.,' ]\d{3})+|\d{2,9}|\d{1,6}k\b)/u,
  /\b\d{2,9} ?(?:boards?|pcs|pieces|units|stk?|stück|pces|pièces|pz|uds|szt|шт)(?!\p{L})/u,
  /¢|\b(?:dozens?|doz|dz|cents?|hundreds?|thousands?|pence|k\$|k€)(?![\p{L}\p{N}])|[[(](?:k[$€\])]|t[$€])|(?<!\p{L})(?:тыс|tsd|tausend|hundert|milliers?|migliaia|duizend|millares|centimes?|céntimos?|centimos?|centesimi|centavos|rappen)(?!\p{L})|[[(]miles[\])]|[百千万][円元個个件枚]/u,
  /[x×@] ?(?:\d{2,9}\b|\d{1,3}(?:[.,' ]\d{3})+)|\bqty ?\d{2,9}\b|[[(]'?(?:\d{0,4}00|\d{1,3}[.,]?000)(?:'?s)?[\])]/u,
  /[[(](?:\d{1,3}k|c|p|cts?\.?|pairs?|pack|box|reel|roll|carton|case|karton|kiste|rolle|palette|caja|rollo|scatola|boîte|rouleau|doos|v?pe)[\])]|(?<!\p{L})(?:packs|boxes|reels|rolls|cartons|cases|trays|bags|bundles|pallets|kartons|packungen|rollen|gebinde|cajas|paquetes|boîtes|rouleaux|cartoni|scatole|dozijn)(?!\p{L})/u,
  /(?:\b(?:per|pro|par|por|je)|\/) ?(?:reel|roll|pack|box|batch|lot|carton|case|gross|tube|tray|rolle|packung|karton|vpe|rouleau|boîte|caja|rollo|scatola)\b/u,
]

/** 'Cost (per C)', 'Price/M', 'Cost (M)': small letters are units, as metres. */
const hundredsOrThousands = /(?:\bper|\/) ?[CM]\b|(?<=\b(?:[Cc]ost|COST|[Pp]rice|PRICE) ?)[[(][CM][\])]/

/** Whether the values of the column say how many the figures of a row are for. */
export const isFactorName = (header: string): boolean =>
  namesFactor(header) ||
  /\p{L} (?:per|pro|je|par|por)$/iu.test(header.trim()) ||
  /^(?:cost|price|pricing|uom)(?:per)?(?:basis|qty|quantity)$|^(?:pcs|pieces|units|qty|quantity|each|ea|stück|stk)(?:per|pro|je|in)(?:pack|box|carton|case|reel|tray|bag|vpe|karton|packung)$/.test(
    normalHeader(header),
  )

const namesFactor = nameMatcher(
  'Per, Price Per, Price Unit, Preiseinheit, Base Quantity, Base Qty, Basismenge, Lot Size, Batch Size, pro, je, Per Qty, Per Quantity, Per Series, Batch Quantity, Batch Qty, Losgröße, Unité de prix, Quantité de base, Price For, Price Basis, Price Qty, Price Quantity, Pack, Pack Size, Pack Qty, Case Qty, Carton Qty, Box Qty, Qty per Pack, SPQ, MPQ, PE, VPE, Verpackungseinheit, Packungsgröße, Conditionnement, Qty per Reel, Reel Qty, Reel Size, Unidad de precio, Unidades por caja, Units per Case, 入数',
)

/** Whether the values of the column name the currency of the amounts beside it. */
export const isCurrencyName = (header: string): boolean => currencyWord.test(foldText(header))

const currencyWord =
  /(?<!\p{L})(?:currency|curr|crcy|ccy|währung|waehrung|währungsschlüssel|devise|monnaie|moneda|divisa|valuta|moeda|валюта|waluta|měna|döviz(?: cinsi)?|para birimi|pénznem)(?!\p{L})|^cur$|通貨|货币|币种/u

/** 'In BOM', 'Exclude from BOM': whether a line counts, and no bill of materials. */
export const isBomSwitch = nameMatcher('In BOM, Include in BOM, Exclude from BOM, On BOM, BOM?')

/** Whether the values of the column are units of measure. */
export const isUnitName = (header: string): boolean =>
  !isAmountForOne(header) &&
  (namesUnit(header) ||
    /(?:uom|unitofmeasure(?:code)?|^(?:cost|stock|quantity|qty|purchase|purchasing|order|sales|selling|member)unit)$/.test(
      normalHeader(header),
    ))

const namesUnit = nameMatcher(
  `${unitNames}, Unit, Units, Komponentenmengeneinheit, KME, CUn, UOM (Items), Jedn., 单位, 단위`,
)

/** A unit that holds several: 'BOX', 'dozen', 'C' for a hundred. One letter is one of measure: 'M' is a metre, 'G' a gram. */
export const isSeveral = (unit: string): boolean =>
  /^(?:c|bx|pk|pkg|ctn|cs|dzn|rl|rolls?|reels?|bags?|bundles?|rollen?|rouleaux?|rollos?)$/i.test(unit.trim()) ||
  (unit.trim().length > 1 && isMultiple(unit.trim()))

/** A price that may be what one asks or what one pays: 'Price', 'Unit Price', 'Price/ea'. */
export const isBarePrice = (header: string): boolean =>
  !saysFactor(header) && (namesPrice(header) || isAmountForOne(header))

const namesPrice = closeMatcher(`Price, Preis, Prix, Precio, Prezzo, Prijs, ${unitPrices}`)

/** Whether a header names nothing but a currency, and that the amounts are for one: 'Unit £', '£ each', 'EUR'. */
export const isAmountForOne = (header: string): boolean =>
  currencyInHeader(header) !== null &&
  ['', 'unit', 'item', 'piece'].includes(closeName(header)) &&
  factorIn(header) === undefined

/** The name of a column that is one of several, without its number, letter or age: 'price' of 'Price 10', 'Price A', 'New Price' and 'Price incl. VAT'. Empty when it is none. */
export const withoutVariant = (header: string): string => {
  const parts = foldText(header).match(/\p{L}+|\d+/gu) ?? []
  const rest = parts.filter((part) => !variant.test(part))
  return rest.length < parts.length ? rest.join(' ') : ''
}

const variant =
  /^(?:\d+|[a-z]|breaks?|tier|level|staffel|incl|inkl|excl|exkl|vat|tax|mwst|ust|btw|iva|ttc|ht|old|new|current|previous|prev|former|future|updated|revised|proposed|alt|alter|alte|neu|neuer|neue|ancien|nouveau|nouvelle|anterior|nuevo|nueva|vecchio|nuovo|oude?|nieuwe?)$/

/** Which amount a column of one may hold whatever else its name says: 'Promo Price', 'Landed Cost', but no 'Price Group' and no 'Total Cost'. */
export function speaksOfMoney(header: string): 'retailPrice' | 'cost' | null {
  const name = foldText(header)
  if (notOfOne.test(name) || isModifierName(name) || isCurrencyName(name) || isValidityName(name)) return null
  if (
    /(?<!\p{L})(?:costs?|kosten|coût|coste|costo|ek|einkauf|inkoop)(?!\p{L})|^(?:buy|buying|achat|compra|acquisto)$/u.test(
      name,
    )
  )
    return 'cost'
  const isPrice = /pric(?:e|ing)|preis|prix|precio|prezzo|prijs|wholesale/.test(name)
  return isPrice || (currencyInHeader(header) !== null && /\/|\bper\b/.test(name)) ? 'retailPrice' : null
}

const notOfOne =
  /%|(?<!\p{L})(?:group|gruppe|groupe|grupo|code|class|category|date|datum|type|unit|status|rule|id|no|number|total|ext|extended|sum|line|gesamt|account|konto|cent(?:er|re)|stelle)(?!\p{L})/u

/** Whether a column holds a piece of a vendor's field, or says it in another way: 'City' of an address, 'Active' of a status. */
export const isPieceOf = (field: string, header: string): boolean =>
  pieces.get(field)?.test(foldText(header).trim()) ?? false

const pieces = new Map([
  [
    'address',
    /^(?:street|city|town|state|province|county|country|zip|cp|postal|post|postcode|straße|strasse|plz|ort|stadt|land|rue|ville|pays|calle|ciudad|país|via|città|paese)(?:[ /-]?(?:code|address|province|\d))?$|^(?:(?:bill|ship|remit)(?:ing|ping)? ?(?:from|to)|address|street address|addr|adresse|dirección|indirizzo)(?: ?(?:line)?) ?\d$|^(?:business|mailing|billing|company|work) (?:address|street|city|state|country|postal code|zip)/,
  ],
  ['contactPerson', /^(?:(?:first|last|given|family|sur) ?name|vorname|nachname|prénom|apellidos?|cognome)$/],
  [
    'status',
    /^(?:is )?(?:active|inactive|enabled|disabled|blocked|active status|vendor status|supplier status|aktiv|inaktiv|gesperrt|actif|activo|attivo|actief)\??$/,
  ],
])

/** The columns that rise from 1 on, as quantities from which prices hold: '1', '10', '100'. */
export const breaksIn = (header: string[]): string[] => {
  const figures = header.filter((name) => /^\d{1,6}$/.test(name.trim())).map(Number)
  const isRising =
    figures.length > 1 && figures[0] === 1 && figures.every((one, at) => at === 0 || one > (figures[at - 1] ?? 0))
  return isRising ? figures.map(String) : []
}

/** A price from a quantity on, without the word: '100+', '10-99', 'ab 100'. */
export const isPriceBreak = (header: string): boolean =>
  /^(?:(?:>=?|≥|from|ab|da|dès|vanaf) ?)\d{1,7}$|^\d{1,7} ?\+$|^\d{1,7} ?[-–] ?\d{1,7}$/.test(foldText(header).trim())

/** Whether the values of the column change the figures beside them: a discount, a surcharge, waste, a rate. */
export const isModifierName = (header: string): boolean => {
  const name = foldText(header)
  return modifier.test(name) && !/price|preis|prix|precio|prezzo|prijs/.test(name)
}

const modifier =
  /(?<!\p{L})(?:wastage|overage|attrition|discount|disc|rabatt|remise|descuento|dto|sconto|korting|surcharge|zuschlag|aufschlag|nachlass|skonto|multiplier|multiplikator|fx|exchange|wechselkurs|freight|duty|tariff|scrap|waste|yield|ausschuss|verschnitt|rebut|merma|scarto)(?!\p{L})/u

/** A share that changes no figure beside it: of a margin, or of a tax. */
export const isOtherShare = (header: string): boolean =>
  /(?<!\p{L})(?:margin|markup|mark-up|marge|marża|margen|margine|spanne|vat|tax|taxe|mwst|ust|steuer|tva|iva|btw|gst|total|tot|share|anteil)(?!\p{L})/u.test(
    foldText(header),
  )

/** 'Basis' and 'Fixed Qty' of a line: what is needed for a lot, not for one. */
export const isBasisName = (header: string): boolean =>
  /^(?:basis(?:type)?|quantitybasis|(?:is)?fixed(?:qty|quantity)?|(?:qty|quantity)(?:is)?fixed)$/.test(
    normalHeader(header),
  )

/** How long each piece of a line is: 'Length (mm)', 'Cut Length', 'Unit QTY' of Inventor. */
export const isLengthName = closeMatcher(
  'Length, Cut Length, Stock Length, Unit QTY, Länge, Longueur, Longitud, Lunghezza, Lengte',
)

/** Whether the values of the column say since when or until when a price counts. */
export const isValidityName = (header: string): boolean => validity.test(foldText(header))

const validity =
  /(?<!\p{L})(?:valid(?:ity)?|gültig|gültigkeit|valable|validité|válido|validez|valido|validità|geldig|eff|effective|effectivity|expir(?:y|es|ation)|best before|use by|shelf life|mhd|haltbar(?:keit)?|verfall\p{L}{0,5}|ablauf(?:datum)?|dluo|ddm|péremption|caducidad|vencimiento|scadenza|(?:start|end|from|to) ?date|date ?(?:from|to))(?!\p{L})/u

/** The least that one can order from a supplier, unless the table is a list of stock: 'Min Qty'. */
export const isOrderMinimum = closeMatcher(
  'Min Qty, Min, Minimum, Mindestmenge, Quantité minimum, Cantidad mínima, Quantità minima',
)

// The fields of a bill of materials, with the names that programs give their columns.

import { closeName, normalHeader } from '../columns/header-names.ts'
import { type ImportField, importFields, ranksOf } from '../import-fields.ts'

export type BomField =
  | 'bomLevel'
  | 'bomPosition'
  | 'bomParent'
  | 'bomComponent'
  | 'bomQuantity'
  | 'bomName'
  | 'bomReference'
  | 'bomNotFitted'

const words = (text: string) => text.split(', ')

function bomField(field: BomField, label: string, ...aliases: string[]): ImportField {
  const names = aliases.flatMap(words)
  return {
    ...{ field, label, kind: 'text', maxLength: 300, choices: [] },
    ranks:
      field === 'bomComponent'
        ? withPartNumbers(ranksOf(normalHeader, [label], names))
        : ranksOf(normalHeader, [label], names),
    // Only values tell references and positions from numbers of parts, and a level from a stock level.
    closeRanks: closeFields.has(field) ? ranksOf(closeName, [label], names) : new Map(),
    isRequired: field === 'bomComponent',
    ...{ isNeededForNew: false, isIgnored: false, isExtra: false, isSealed: false, isSigned: false },
    isCode: field === 'bomComponent' || field === 'bomParent',
  }
}

/** The names of part numbers in lists, behind those of bills of materials; here 'Product Number' names a parent, 'Ref' is a reference. */
function withPartNumbers(ranks: Map<string, number>): Map<string, number> {
  const known = importFields.parts.find(({ field }) => field === 'partNumber')?.ranks.keys() ?? []
  const others = new Set([parents, moreParents, references].flatMap(words).map(normalHeader))
  for (const name of known) if (!ranks.has(name) && !others.has(name)) ranks.set(name, ranks.size + 1)
  return ranks
}

const closeFields = new Set<BomField>(['bomParent', 'bomComponent', 'bomQuantity', 'bomName'])

const levels = 'BOM Level, Lvl, Indent, Indent Level, Depth, Structure Level, Hierarchy Level, Ebene, Stufe'
const otherLevels = 'Strukturstufe, Niveau, Nivel, Livello, Niveau de nomenclature, Уровень, レベル'

const sheetPositions =
  'Item No., Item Nr., Item Number, Item #, Pos., Pos.-Nr., Pos Nr, Position, Position Number, Find No., Find Number'
const otherPositions =
  'Find #, F/N, Structure, Outline, Outline Number, WBS, Balloon, Repère, Rep., Objekt, No. article, Posición, Posizione, N.º de elemento, Nº do item, Поз., 照合番号'

const parents =
  'Parent Number, Parent Part Number, Parent Part, Parent Item, Parent Assembly, Parent IPN, Parent Item Code'
const moreParents =
  'Assembly, Assembly Number, Parent SKU, Product SKU, Product variant code / SKU, Product Number, Product, BOM, Finished Good'
const otherParents =
  'Parent Item Number, Assembled Product Code, Assembly Ref, Assembly Code, Kit SKU, Next Higher Assembly, Next Assembly, Next Assy, NHA, Baugruppe, Übergeordnet, Oberteil, Kopfmaterial, Ensemble, Conjunto, Assieme, Parent Ref, Parent PN, Parent P/N, Parent No., Parent Item No., Assembly Item, Assembly Item Number, Used In, Used On, Where Used, Verwendet in, Входит в, 親品番, BOM No, BOM Number, BOM Item, Bill No, Bill Number'

const components =
  'Component Number, Component Part Number, Component No., Child, Child Part, Child Item, Child Number, Child Part Number'
const moreComponents =
  'BoM Lines/Component, bom_line_ids/product_id, Ingredient variant code / SKU, Ingredient Code, Ingredient No., Ingredient ID, Component SKU, Component Code, Component.IPN, Mtl Part, Mtl Part Num, Component Product Code, Component ID, Component Item Number, Child SKU, Komponentennummer, Code composant, Internal Part Number, Part IPN, IPN, CPN, Component Item, Component Item Code, Item Code (Items)'
const numbers =
  'Part Number, Part No., Part #, P/N, Document Number, Item Code, Item ID, Item Number, Material Number, Stock Number, Stock Code, Material No'
const makers =
  'Manufacturer Part Number, Manufacturer Part Number 1, MPN, manf#, Mfr Part Number, Mfr. Part #, Manufacturer Part, Manufacturer Part #, Mfg Part Number, Part Number (MPN), Mfr. #'
const sellers =
  'LCSC Part #, LCSC Part Number, JLCPCB Part #, LCSC, Supplier Part Number, Supplier Part, Supplier Part Number 1, Digi-Key Part Number, Mouser Part Number, Mouser #, Vendor Part Number'
const otherNumbers =
  'Komponente, Dokumentnummer, Teilenummer, Teile-Nr., Sachnummer, Artikelnummer, Artikel-Nr., Materialnummer, Composant, Référence, Bauteilnummer, Numéro de pièce, Numero de piece, Número de pieza, N.º de pieza, Número de parte, Nº DA PEÇA, Código, Codice, Codice articolo, Cod. articolo, Numero parte, Artikelnr., Artikelcode, Onderdeelnummer, Onderdeel, Componente, Componenti, Składnik, Bileşen, Komponenta, Komponent, Обозначение, Артикул, 子品番, 品番'
const looseNumbers =
  'Part, Number, Item, Material, Bauteil, Artikel, Article, Pièce, Artículo, Pieza, Articolo, Ingredient, Zutat, Ingrédient, Ingrediente, Part Name, Name'

const perOne =
  'QPA, Qty Per, Quantity Per, Qty Per Assembly, Quantity Per Assembly, Qty/Assy, Qty/Parent, Qty Per Parent, Qty Per Assy, Quantity Per PCB, Qty Per PCB, Qty Per Board, Quantity Per Board, Qty/Board, Qty Per Unit, Quantity Per Unit, Per Unit Qty, Qté unitaire, Quantity Per Bill, Component Quantity, BOM Quantity, BOM Qty, BoM Lines/Quantity, bom_line_ids/product_qty, Qty (Items), Komponentenmenge, Komponentenmenge (KME), Number of Instances, Menge je Baugruppe, Menge pro Baugruppe, Quantité par ensemble, Cantidad por conjunto'
const quantities =
  'Qty, Qty., Qnty, Quant, Quantities, Count, Usage, Needed, Qty Needed, Quantity Needed, How Many, Unit Qty, Build Quantity, Qty Reqd, Req Qty, Required Qty, Required Quantity, Qty Required, Quantity Required, Benötigt, Bedarf, Bedarfsmenge, Nécessaire, Necesario, Benodigd, Pcs, Pieces, Pcs., Stück, Unidades, No. off, Nos., Anz., Menge, Anzahl, Stückzahl, Quantité, Qté, Qte, Cantidad, Cant., Quantità, Qtà, Quantidade, Qtd., Qtde, Aantal, Antal, Ilość, Количество, Кол-во, Кол., 員数, 数量, 用量'

const names =
  'Name, Descriptive Part Name, Component Name, Component Description, Part Name, Part Description, Item Name, Item Description, Ingredient name, Ingredient variant name, Object description, Nomenclature, Title, Comment, Value'
const otherNames =
  'Ingredient, Zutat, Ingrédient, Ingrediente, Bezeichnung, Benennung, Beschreibung, Objektkurztext, Désignation, Designation, Descripción, Descrizione, Denominazione, Descrição, Omschrijving, Benaming, Наименование, 品名'

const references =
  'Reference, References, Reference(s), Ref, Refs, Ref Des, RefDes, RefDes(s), Reference Designator, Reference Designators, Designator, Designators, Part Reference, Schematic Reference, Component Reference, Customer Reference, Parts, Part, Bauteile, Bezeichner, Referenz, Referenzen, Références, Referencia, Referencias, Riferimento, Repères, 位号, 部品記号'

const marks =
  'DNP, DNI, DNF, DNS, DNM, Do Not Populate, Do Not Place, Do Not Fit, Not Fitted, Populate, Populated, Fitted, Fit, Mount, Mounted, Nicht bestückt, Bestückung, Non monté'

export const bomFields: ImportField[] = [
  bomField('bomLevel', 'Level', levels, otherLevels),
  // Its vague names, as 'Item' and 'No.', count only beside another column with the numbers of components.
  bomField('bomPosition', 'Item No.', sheetPositions, otherPositions, 'Item, Line, Line No., Index, No., Nr.'),
  bomField('bomParent', 'Parent', parents, moreParents, otherParents),
  bomField(
    'bomComponent',
    'Component',
    components,
    moreComponents,
    numbers,
    otherNumbers,
    makers,
    sellers,
    looseNumbers,
  ),
  bomField('bomQuantity', 'Quantity', perOne, quantities),
  bomField('bomName', 'Description', names, otherNames),
  bomField('bomReference', 'References', references),
  bomField('bomNotFitted', 'Not fitted (DNP)', marks),
]

const ranksOfField = (name: BomField) =>
  bomFields.find(({ field }) => field === name)?.ranks ?? new Map<string, number>()

export const bomLabel = (name: BomField): string => bomFields.find(({ field }) => field === name)?.label ?? name

/** Whether the field has exactly this name. */
export const isNamed = (name: BomField, header: string): boolean => ranksOfField(name).has(normalHeader(header))

const perOneNames = new Set(words(perOne).map(normalHeader))
const sureLevels = new Set(['Level', ...words(levels), ...words(otherLevels)].map(normalHeader))
const surePositions = new Set([...words(sheetPositions), ...words(otherPositions), 'Item'].map(normalHeader))
/** Names of references that are also names of other things; 'Designator' is none of them. */
const vagueReferences = new Set(
  words(
    'Reference, References, Ref, Refs, Parts, Part, Bauteile, Customer Reference, Referenz, Referencia, Riferimento',
  ).map(normalHeader),
)
const vagueParents = new Set(
  [
    'Product',
    'Product Number',
    'Product SKU',
    'Product No',
    'Product Code',
    'Product ID',
    'Kit',
    'Kit Code',
    'Assembly',
    'BOM',
    'Used In',
    'Used On',
    'Where Used',
    'Verwendet in',
  ].map(normalHeader),
)

const looseNames = new Set(words(looseNumbers).map(normalHeader))
/** 'Part', 'Name': a number of a component only when nothing better is there. */
export const isLooseNumber = (header: string) => looseNames.has(normalHeader(header))

const componentNames = new Set(
  words(
    `${components}, Component, Component SKU, Component Code, Component ID, Component Item, Component Item Number, Child SKU, Komponente, Komponentennummer, Composant, Code composant, Componente, Componenti, Składnik, Bileşen, Komponenta, Komponent`,
  ).map(normalHeader),
)
/** A name of components that hardly any other list has. */
export const isComponentName = (header: string) => componentNames.has(normalHeader(header))
const neededNames = new Set(
  words(
    'Needed, Qty Needed, Quantity Needed, Qty Required, Quantity Required, Required Qty, Required Quantity, Req Qty, Qty Reqd, No. off, Benötigt, Bedarf, Bedarfsmenge, Nécessaire, Necesario, Benodigd',
  ).map(normalHeader),
)
/** A quantity that something needs; nobody has it. */
export const isNeeded = (header: string) => neededNames.has(normalHeader(header))

const assemblyNames = new Set(
  words(
    'Assembly, Assembly Number, Assembly No, Assembly Name, Parent Assembly, Subassembly, Sub-Assembly, Baugruppe, Baugruppennummer, Sous-ensemble, Subconjunto, Sottoassieme',
  ).map(normalHeader),
)
const productCodes = new Set(words('Product Code, Product ID, Product No, Kit, Kit Code').map(normalHeader))
/** What may number the products that are made, or the components themselves. */
export const isProductCode = (header: string) => productCodes.has(normalHeader(header))

/** A column of parents that are built into others. */
export const isAssembly = (header: string) => assemblyNames.has(normalHeader(header))

/** 'Qty Per Assembly': a quantity that only a bill of materials has. */
export const isPerOne = (header: string) => {
  const name = normalHeader(header)
  return perOneNames.has(name) || (saysPerOne.test(name) && !severalNames.test(name))
}
const saysPerOne =
  /^(?:qty|quantity|menge|stückzahl|anzahl|qté|quantité|cantidad|cant|quantità|quantidade)(?:per|pro|par|por|je)\p{L}/u
const severalNames = /(?:hundred|thousand|dozen|reel|roll|pack|box|batch|lot|rolle|rouleau|carton)$/u
/** A column of values or remarks, which may say that a component stays off the board. */
export const isRemark = (header: string) => remarkNames.has(normalHeader(header)) || remarkWord.test(header)
const remarkWord =
  /(?<!\p{L})(?:notes?|comments?|remarks?|instructions?|bemerkung(?:en)?|hinweise?|kommentare?|remarques?|notas?)(?!\p{L})/iu
const remarkNames = new Set(
  words(
    'Value, Comment, Comments, Remark, Remarks, Note, Notes, Wert, Kommentar, Bemerkung, Bemerkungen, Valeur, Remarque, Description, Option, Assembly Option, Build Option, Stuffing, Stuffing Option, Population, Variant, Variation, Assembly Variation, Variante',
  ).map(normalHeader),
)
export const isLevelName = (header: string) => sureLevels.has(normalHeader(header))
/** A column that numbers the lines of a drawing or a list, not only the rows of a table. */
export const isPositionName = (header: string) => surePositions.has(normalHeader(header))
export const isVagueReference = (header: string) => vagueReferences.has(normalHeader(header))
/** Names of parents that a list of stock may have too. */
export const isVagueParent = (header: string) => vagueParents.has(normalHeader(header))

/** Whether a table names an item, its operations and their materials. */
export const hasMaterials = (header: string[]): boolean => {
  const names = header.map(normalHeader)
  return names.includes('material') && names.some((name) => operations.has(name))
}
const operations = new Set(
  ['Oper', 'Oper.', 'Operation', 'Operation No.', 'Oper Seq', 'Op Seq', 'Op', 'Mtl Seq', 'Vorgang', 'Arbeitsgang'].map(
    normalHeader,
  ),
)
/** Epicor writes the item that is made beside the number of each material. */
export const isOfMaterials = (header: string[]): boolean =>
  header.some((name) => ['mtlpartnum', 'mtlpartnumber', 'mtlpart'].includes(normalHeader(name)))
export const ownNumbers = ['Part Num', 'Part Number', 'Part No', 'Part'].map(normalHeader)
/** Names of the item that is made, in such a table. */
export const madeItems = ['Item', 'Item Number', 'Item No.', 'Item Code'].map(normalHeader)

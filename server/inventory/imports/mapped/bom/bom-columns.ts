// The fields of a bill of materials, with the names that programs give their columns.

import { once } from 'contract/once.ts'
import { ownNumbers } from '../columns/aliases.ts'
import { closeName, nameMatcher, normalHeader } from '../columns/header-names.ts'
import { type ImportField, importFields, ranksOf } from '../import-fields.ts'
import { speaksOfComponent } from './item-roles.ts'

export type BomField =
  | 'bomLevel'
  | 'bomPosition'
  | 'bomParent'
  | 'bomComponent'
  | 'bomQuantity'
  | 'bomName'
  | 'bomReference'
  | 'bomNotFitted'

// Names in all languages, best first.
const levels = `BOM Level, Lvl, Indent, Indent Level, Depth, Structure Level, Hierarchy Level, Ebene, Stufe, Strukturstufe, Niveau, Nivel, Livello, Niveau de nomenclature, Niv., Lev, Liv., Gliederungsstufe, Auflösungsstufe, Explosion Level, Level No, Уровень, レベル, 階層, 层级`
/** They count only where the values step down one by one, as levels do. */
const vagueLevels = `Lv, Rang, Tier, Tiefe, Hierarchie, Hierarchy, Dispostufe`
const positions = `Item No., Item Nr., Item Number, Item #, Pos., Pos.-Nr., Pos Nr, Position, Position Number, Find No., Find Number, Find #, F/N, Structure, Outline, Outline Number, WBS, Balloon, Repère, Rep., Objekt, No. article, Posición, Posizione, N.º de elemento, Nº do item, Поз., 照合番号`
/** They count only beside another column with the numbers of components. */
const vaguePositions = 'Item, Line, Line No., Index, No., Nr.'
const parents = `Parent Number, Parent Part Number, Parent Part, Parent Item, Parent Assembly, Parent IPN, Parent Item Code, Assembly, Assembly Number, Parent SKU, Product SKU, Product variant code / SKU, Product Number, Product, BOM, Finished Good, Parent Item Number, Assembled Product Code, Assembly Ref, Assembly Code, Kit SKU, Next Higher Assembly, Next Assembly, Next Assy, NHA, Baugruppe, Übergeordnet, Oberteil, Kopfmaterial, Ensemble, Conjunto, Assieme, Parent Ref, Parent PN, Parent P/N, Parent No., Parent Item No., Assembly Item, Assembly Item Number, Used In, Used On, Where Used, Verwendet in, Входит в, 親品番, BOM No, BOM Number, BOM Item, Bill No, Bill Number, Production BOM No., Product/Internal Reference, Assembly/Kit, Kit Item, 親部品`
/** Hardly any other list has them; so are names that speak of a component. */
const components = `Mapped Item SKU, Item Code (Items), Mtl Part Num, Mtl Part Number, Mtl Part, RM Code, Raw Material Code, Raw Material Item, Child, Component Number, Składnik, Bileşen, Komponenta, Komponent, BoM Lines/Component/Internal Reference`
const numbers = `BoM Lines/Component, bom_line_ids/product_id, Ingredient variant code / SKU, Ingredient Code, Ingredient No., Ingredient ID, Component SKU, Component Code, Component.IPN, Mtl Part, Mtl Part Num, Component Product Code, Component ID, Component Item Number, Child SKU, Komponentennummer, Code composant, Internal Part Number, Part IPN, IPN, CPN, Component Item, Component Item Code, Item Code (Items), Part Number, Part No., Part #, P/N, Document Number, Item Code, Item ID, Item Number, Material Number, Stock Number, Stock Code, Material No, Komponente, Dokumentnummer, Teilenummer, Teile-Nr., Sachnummer, Artikelnummer, Artikel-Nr., Materialnummer, Composant, Référence, Bauteilnummer, Numéro de pièce, Numero de piece, Número de pieza, N.º de pieza, Número de parte, Nº DA PEÇA, Código, Codice, Codice articolo, Cod. articolo, Numero parte, Artikelnr., Artikelcode, Onderdeelnummer, Onderdeel, Componente, Componenti, Składnik, Bileşen, Komponenta, Komponent, Обозначение, Артикул, 子品番, 品番, Company Part Number`
const makers = `Manufacturer Part Number, Manufacturer Part Number 1, MPN, manf#, Mfr Part Number, Mfr. Part #, Manufacturer Part, Manufacturer Part #, Mfg Part Number, Part Number (MPN), Mfr. #, LCSC Part #, LCSC Part Number, JLCPCB Part #, LCSC, Supplier Part Number, Supplier Part, Supplier Part Number 1, Digi-Key Part Number, Mouser Part Number, Mouser #, Vendor Part Number`
/** A number of a component only when nothing better is there. */
const looseNumbers = `Part, Number, Item, Material, Bauteil, Artikel, Article, Pièce, Artículo, Pieza, Articolo, Ingredient, Zutat, Ingrédient, Ingrediente, Part Name, Name, No., Nr.`
const perOne = `QPA, Qty Per, Quantity Per, Qty Per Assembly, Quantity Per Assembly, Qty/Assy, Qty/Parent, Qty Per Parent, Qty Per Assy, Quantity Per PCB, Qty Per PCB, Qty Per Board, Quantity Per Board, Qty/Board, Qty Per Unit, Quantity Per Unit, Per Unit Qty, Qté unitaire, Quantity Per Bill, Component Quantity, BOM Quantity, BOM Qty, BoM Lines/Quantity, bom_line_ids/product_qty, Qty (Items), Komponentenmenge, Komponentenmenge (KME), Number of Instances, Menge je Baugruppe, Menge pro Baugruppe, Quantité par ensemble, Cantidad por conjunto, Member Quantity, 員数, 用量, 用数, 单机用量, 원단위`
/** What something needs; nobody has it. */
const needed = `Needed, Qty Needed, Quantity Needed, Qty Required, Quantity Required, Required Qty, Required Quantity, Req Qty, Qty Reqd, No. off, Benötigt, Bedarf, Bedarfsmenge, Nécessaire, Necesario, Benodigd, 必要数, 所要量, 需求数量`
const quantities = `Qty, Qty., Coef, Coefficient, Coefficient d'emploi, Qnty, Quant, Quantities, Count, Usage, Needed, Qty Needed, Quantity Needed, How Many, Unit Qty, Build Quantity, Qty Reqd, Req Qty, Required Qty, Required Quantity, Qty Required, Quantity Required, Benötigt, Bedarf, Bedarfsmenge, Nécessaire, Necesario, Benodigd, Pcs, Pieces, Pcs., Stück, Unidades, No. off, Nos., Anz., Menge, Anzahl, Stückzahl, Quantité, Qté, Qte, Cantidad, Cant., Quantità, Qtà, Quantidade, Qtd., Qtde, Aantal, Antal, Ilość, Количество, Кол-во, Кол., 数量`
const names = `Name, Descriptive Part Name, Component Name, Component Description, Part Name, Part Description, Item Name, Item Description, Product Description, Ingredient name, Ingredient variant name, Object description, Nomenclature, Title, Comment, Value, Ingredient, Zutat, Ingrédient, Ingrediente, Bezeichnung, Benennung, Beschreibung, Objektkurztext, Désignation, Designation, Descripción, Descrizione, Denominazione, Descrição, Omschrijving, Benaming, Наименование, 品名, 部品名, 名称`
const references = `Reference, References, Reference(s), Ref, Refs, Ref Des, RefDes, RefDes(s), Reference Designator, Reference Designators, Designator, Designators, Part Reference, Schematic Reference, Component Reference, Customer Reference, Parts, Part, Bauteile, Bezeichner, Referenz, Referenzen, Références, Referencia, Referencias, Riferimento, Repères, 位号, 部品記号, Ref Designators, Ref Designator, Ref. Designators, Reference Designation, Location Designator, 回路記号`
const marks = `DNP, DNI, DNF, DNS, DNM, Do Not Populate, Do Not Place, Do Not Fit, Not Fitted, Populate, Populated, Fitted, Fit, Mount, Mounted, Nicht bestückt, Bestückung, Non monté, 実装, 未実装, 実装有無, 贴装, 是否贴装, Do Not Install`

const closeFields = new Set<BomField>(['bomParent', 'bomComponent', 'bomQuantity', 'bomName'])

function bomField(field: BomField, label: string, ...rows: string[]): ImportField {
  const all = rows.join(', ').split(', ')
  const ranks = once(() => {
    const named = ranksOf(normalHeader, [label], all)
    return field === 'bomComponent' ? withPartNumbers(named) : named
  })
  const closeRanks = once(() => (closeFields.has(field) ? ranksOf(closeName, [label], all) : new Map<string, number>()))
  return {
    ...{ field, label, kind: 'text', maxLength: 300, choices: [] },
    get ranks() {
      return ranks()
    },
    // Only values tell references and positions from numbers of parts, and a level from a stock level.
    get closeRanks() {
      return closeRanks()
    },
    isRequired: field === 'bomComponent',
    ...{ isNeededForNew: false, isIgnored: false, isExtra: false, isSealed: false, isSigned: false },
    isCode: field === 'bomComponent' || field === 'bomParent',
  }
}

/** The names of part numbers in lists, behind those of bills of materials; here 'Product Number' names a parent, 'Ref' is a reference. */
function withPartNumbers(ranks: Map<string, number>): Map<string, number> {
  const known = importFields.parts.find(({ field }) => field === 'partNumber')?.ranks.keys() ?? []
  const isOther = nameMatcher(`${parents}, ${references}`)
  for (const name of known) if (!ranks.has(name) && !isOther(name)) ranks.set(name, ranks.size + 1)
  return ranks
}

export const bomFields: ImportField[] = [
  bomField('bomLevel', 'Level', levels, vagueLevels),
  bomField('bomPosition', 'Item No.', positions, vaguePositions),
  bomField('bomParent', 'Parent', parents),
  bomField('bomComponent', 'Component', components, ownNumbers, numbers, makers, looseNumbers),
  bomField('bomQuantity', 'Quantity', perOne, quantities),
  bomField('bomName', 'Description', names),
  bomField('bomReference', 'References', references),
  bomField('bomNotFitted', 'Not fitted (DNP)', marks),
]

const ranksOfField = (name: BomField) =>
  bomFields.find(({ field }) => field === name)?.ranks ?? new Map<string, number>()

export const bomLabel = (name: BomField): string => bomFields.find(({ field }) => field === name)?.label ?? name

/** Whether the field has exactly this name. */
export const isNamed = (name: BomField, header: string): boolean => ranksOfField(name).has(normalHeader(header))

/** 'Part', 'Name': a number of a component only when nothing better is there. */
export const isLooseNumber = nameMatcher(looseNumbers)
/** 'No.': the number of a line, or of a component. */
export const isVaguePosition = nameMatcher(vaguePositions)
/** A name of components that hardly any other list has. */
export const isComponentName = (header: string) =>
  namesComponent(header) || (speaksOfComponent(header) && !isNamed('bomName', header))
const namesComponent = nameMatcher(components)
/** A quantity that something needs; nobody has it. */
export const isNeeded = nameMatcher(needed)
export const isLevelName = nameMatcher(`Level, ${levels}, ${vagueLevels}`)
export const isVagueLevel = nameMatcher(vagueLevels)
/** A column that numbers the lines of a drawing or a list, not only the rows of a table. */
export const isPositionName = nameMatcher(`Item, ${positions}`)
/** Names of references that are also names of other things; 'Designator' is none of them. */
export const isVagueReference = nameMatcher(
  'Reference, References, Ref, Refs, Parts, Part, Bauteile, Customer Reference, Referenz, Referencia, Riferimento',
)
/** Names of parents that a list of stock may have too. */
export const isVagueParent = nameMatcher(
  'Product, Product Number, Product SKU, Product No, Product Code, Product ID, Kit, Kit Code, Assembly, BOM, Used In, Used On, Where Used, Verwendet in, Product/Internal Reference',
)
/** What may number the products that are made, or the components themselves. */
export const isProductCode = nameMatcher('Product Code, Product ID, Product No, Kit, Kit Code')
/** A column of parents that are built into others. */
export const isAssembly = nameMatcher(
  'Assembly, Assembly Number, Assembly No, Assembly Name, Parent Assembly, Subassembly, Sub-Assembly, Baugruppe, Baugruppennummer, Sous-ensemble, Subconjunto, Sottoassieme',
)

const namesOne = nameMatcher(perOne)
/** 'Qty Per Assembly': a quantity that only a bill of materials has. */
export const isPerOne = (header: string) => {
  const name = normalHeader(header)
  return namesOne(header) || (saysPerOne.test(name) && !severalNames.test(name))
}
const saysPerOne =
  /^(?:qty|quantity|needed|need|required|menge|stückzahl|anzahl|qté|quantité|cantidad|cant|quantità|quantidade)(?:per|pro|par|por|je)\p{L}/u
const severalNames = /(?:hundred|thousand|dozen|reel|roll|pack|box|batch|lot|rolle|rouleau|carton)$/u

/** A column of values or remarks, which may say in short that a component stays off the board. */
export const isRemark = (header: string) => namesRemark(header) || remarkWord.test(header)
const remarkWord =
  /(?<!\p{L})(?:notes?|comments?|remarks?|instructions?|bemerkung(?:en)?|hinweise?|kommentare?|remarques?|notas?)(?!\p{L})/iu
const namesRemark = nameMatcher(
  'Value, Wert, Kommentar, Valeur, Remarque, Description, Option, Assembly Option, Assy Option, Build Option, Stuffing, Stuffing Option, Population, Variant, Variation, Assembly Variation, Variante',
)

/** Whether a table names an item, its operations and their materials. */
export const hasMaterials = (header: string[]): boolean => header.some(isMaterial) && header.some(isOperation)
export const isMaterial = nameMatcher('Material')
const isOperation = nameMatcher('Oper, Operation, Operation No., Oper Seq, Op Seq, Op, Mtl Seq, Vorgang, Arbeitsgang')
/** Names of the item that is made, in such a table. */
export const madeItems = ['Item', 'Item Number', 'Item No.', 'Item Code'].map(normalHeader)

// Takes a cell, tells what its word says of the whole row, whatever stands in the header: not fitted, obsolete, to buy.

import { normalHeader } from './columns/header-names.ts'
import { isClearUnit } from './units.ts'
import { isNo, isYes } from './yes-no.ts'

const words = {
  notFitted: `DNP, DNI, DNF, DNS, DNM, do not populate, do not place, do not fit, do not mount, do not stuff, do not install, do not assemble, do not load, not fitted, not mounted, not populated, not placed, not installed, not assembled, unpopulated, unmounted, unplaced, no stuff, no pop, no load, no mount, no fit, nicht bestückt, nicht bestücken, nicht montiert, unbestückt, non monté, ne pas monter, non câblé, no montar, no montado, no poner, non montare, non montato, não montar, não montado, niet plaatsen, niet geplaatst, nie montować, neosazovat, neosazeno, не устанавливать, не монтировать, 未実装, 非実装, 不実装, 実装なし, 実装しない, 未搭載, 不装, 不贴, 不焊, 不贴装, 不焊接, 未装, 空贴, 空焊, 미실장, 비실장`,
  fitted: `fitted, populated, populate, mounted, mount, fit, installed, placed, bestückt, bestücken, montiert, monté, montado, montato, 実装, 実装済, 実装あり, 搭載, 装, 贴, 贴装, 焊接, 실장`,
  alternate: `alternate, alternative, alt, substitute, alternativ, ersatz, alternatif, 2nd source, second source, 代替, 替代`,
  document: `document, dokument, drawing, text, doc, documents, documentation, dokumentation, zeichnung, dessin, texte, documento, dibujo, texto, disegno, testo, tekening, tekst`,
  deleted: 'deleted, delete, removed, remove, gelöscht, entfällt, supprimé, eliminado, 削除, 删除',
  auxiliary: `tool, tooling, fixture, jig, consumable, werkzeug, vorrichtung, verbrauchsmaterial, hilfsmittel, outillage, consommable, herramienta`,
  phantom: 'phantom, phantombaugruppe, fantôme, fantasma',
  work: `labor, labour, operation, resource, routing, work center, machine, setup, service, other charge, arbeitsgang, vorgang, ressource, lohn, dienstleistung, leistung, main d'œuvre, opération, mano de obra, operación, servicio`,
  stocked: `inventory part, non-inventory part, inventory item, non-inventory item, inventory, non-inventory, noninventory, stock item, non-stock, stocked, non-stocked, discount, subtotal, sales tax item, freight`,
  lifecycle: `active, inactive, obsolete, discontinued, EOL, end of life, NRND, not recommended for new designs, phase out, phased out, superseded, blocked, on hold, last time buy, LTB, aktiv, inaktiv, gesperrt, auslaufend, ausgelaufen, veraltet, actif, inactif, obsolète, activo, inactivo, obsoleto, attivo, inattivo, ativo, inativo, actief, inactief, aktywny, nieaktywny, aktif, pasif, 廃番, 廃止, 生産中, 停产, 在产, 有効, 無効`,
  condition: `good, used, new, refurbished, scrap, scrapped, damaged, defective, faulty, quarantine, quarantined, inspection, in inspection, rework, reserved, expired, rejected, unusable, gut, gebraucht, defekt, beschädigt, ausschuss, quarantäne, reserviert, abgelaufen, bon état, défectueux, rebut, périmé, bueno, defectuoso, cuarentena, caducado, 不良, 良品, 合格, 不合格, 报废`,
  sourcing: `make, buy, made, bought, purchased, manufactured, in-house, outsourced, consigned, customer supplied, free issue, eigenfertigung, fremdbezug, consignment, consigned stock, own, owned, customer owned, vendor owned, konsignation, fremdbestand, eigenbestand, kaufteil, eigenteil, fertigungsteil, beistellung, beigestellt, acheté, fabriqué, comprado, fabricado, acquistato, prodotto, 内作, 外注, 支給, 自制, 外购`,
} as const

export type RowWord = keyof typeof words | 'answer' | 'unit'

const meanings = new Map(
  Object.entries(words).flatMap(([meaning, names]) =>
    names.split(', ').map((name): [string, RowWord] => [normalHeader(name), meaning as RowWord]),
  ),
)

/** What a cell says that holds nothing but such a word; undefined for any other one. */
export function rowWordOf(cell: string): RowWord | undefined {
  const text = cell.trim()
  if (text === '' || text.length > 40 || /\d/.test(text.replace(/^2nd/i, ''))) return undefined
  const meaning = meanings.get(normalHeader(text))
  if (meaning) return meaning
  const answer = text.toLowerCase()
  if (text !== '-' && (isYes(answer) || isNo(answer))) return 'answer'
  return isClearUnit(text) ? 'unit' : undefined
}

/** The first words of a column, each once, and how many of the cells are such words that were `seen`: not many more than a thousand. */
export type RowWords = { seen: number; count: number; first: { cell: string; meaning: RowWord }[] }

export const noRowWords = (): RowWords => ({ seen: 0, count: 0, first: [] })

const named = 3
const enough = 1_000

export function noteRowWord(found: RowWords, cell: string): void {
  const word = cell.trim()
  if (word === '' || found.seen >= enough) return
  found.seen += 1
  const meaning = rowWordOf(word)
  if (meaning === undefined) return
  found.count += 1
  if (found.first.length < named && !found.first.some((one) => one.cell === word))
    found.first.push({ cell: word, meaning })
}

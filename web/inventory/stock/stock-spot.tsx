import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StockCard } from 'contract/inventory/stock.ts'
import { formatQuantity } from 'contract/units.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { PlaceSelect } from '../locations/place-select.tsx'
import type { AdjustedItem } from './adjusted-item.ts'

/** What is of an item at one place, of one lot. */
export type Spot = StockCard['places'][number]

/**
 * Where a movement of an item is, and in which lot; both only in companies and for items that have them.
 * @param from what is moved, when that is known: then only its destination is open
 */
export function useStockSpot({ id, measure }: AdjustedItem, mode: 'in' | 'out' | 'move', from?: Spot) {
  const isMove = mode === 'move'
  const companyId = useCompanyId()
  const { data: card } = useQuery(api.stock.get.queryOptions({ input: { companyId, id } }))
  const [chosenId, setChosenId] = useState(from?.locationId)
  const [chosenToId, setToId] = useState<string | null>(null)
  const [typedLot, setLot] = useState(from?.lotNumber ?? undefined)
  const [askedMode, setAskedMode] = useState<typeof mode>()
  const isAsked = askedMode === mode
  const locationId = chosenId === undefined && card ? usualPlace(card, mode) : (chosenId ?? null)
  const isPlaceOpen = chosenId === undefined && locationId === null && mode !== 'in' && !hasAnyAt(card, null)
  const toId = chosenToId === locationId ? null : chosenToId
  const isDestinationOpen = isMove && toId === null
  // What goes out of the only lot there needs no choice.
  const lot = typedLot ?? (mode !== 'in' && card ? onlyLotAt(card, locationId) : '')
  const lotNumber = lot.trim() || null
  const isDivided = card !== undefined && (card.places.some(isApart) || locationId !== null || lotNumber !== null)
  const isLotOpen =
    card !== undefined && lotNumber === null && (mode === 'in' ? card.hasLots : isAllInLots(card, locationId))
  // A list of choices outside of the popover would close it.
  const inside = { comboboxProps: { withinPortal: false } }
  const fields = (
    <>
      {card?.hasPlaces && (
        <PlaceSelect
          label={isMove ? 'From' : 'Place'}
          value={locationId}
          onChange={setChosenId}
          none="No place"
          error={isAsked && isPlaceOpen && 'Which place?'}
          {...inside}
        />
      )}
      {isMove && (
        <PlaceSelect
          label="To"
          value={toId}
          without={locationId}
          onChange={setToId}
          none="Choose a place"
          error={isAsked && isDestinationOpen && 'Where to?'}
          {...inside}
          data-autofocus={from && true}
          defaultDropdownOpened={from !== undefined}
        />
      )}
      {card && (card.hasLots || card.places.some((place) => place.lotNumber !== null)) && (
        <Autocomplete
          label="Lot"
          error={isAsked && isLotOpen && 'Which lot?'}
          value={lot}
          onChange={setLot}
          maxLength={100}
          data={lotsAt(card, locationId).map(({ lotNumber: value }) => value)}
          renderOption={({ option: { value } }) => (
            <LotOption card={card} at={locationId} lot={value} unit={measure.unit} />
          )}
          {...inside}
          openOnFocus
        />
      )}
    </>
  )
  return {
    hasPlaces: card?.hasPlaces ?? false,
    fields,
    /** for the API; nothing where the company has no places and the item no lots */
    spot: { ...(locationId && { locationId }), ...(isMove && { toLocationId: toId }), ...(lotNumber && { lotNumber }) },
    isChosen: !(isPlaceOpen || isDestinationOpen || isLotOpen),
    /** Each field that is still open asks for its choice from then on. */
    ask: () => setAskedMode(mode),
    /** what is there; undefined where the item is not divided, and while its lot is open */
    onHand: isDivided && !isLotOpen ? quantityAt(card, locationId, lotNumber) : undefined,
  }
}

/** Where a movement begins: at home, but what goes out, is moved or counted where it is, when that is one place. */
function usualPlace({ homeId, places }: StockCard, mode: 'in' | 'out' | 'move'): string | null {
  const [only, ...others] = new Set(places.map(({ locationId }) => locationId))
  return mode === 'in' || only === undefined || others.length > 0 ? homeId : only
}

const isApart = ({ locationId, lotNumber }: Spot) => locationId !== null || lotNumber !== null

const hasAnyAt = (card: StockCard | undefined, locationId: string | null) =>
  card === undefined || card.places.length === 0 || card.places.some((place) => place.locationId === locationId)

const quantityAt = (card: StockCard, locationId: string | null, lotNumber: string | null) =>
  card.places.find((place) => place.locationId === locationId && place.lotNumber === lotNumber)?.quantity ?? 0

/** '' unless all that is there is of one lot. */
function onlyLotAt(card: StockCard, locationId: string | null): string {
  const [first, ...others] = card.places.filter((place) => place.locationId === locationId)
  return others.length === 0 ? (first?.lotNumber ?? '') : ''
}

const isAllInLots = (card: StockCard, locationId: string | null) =>
  lotsAt(card, locationId).length > 0 && quantityAt(card, locationId, null) === 0

const lotsAt = (card: StockCard, locationId: string | null) =>
  card.places.flatMap(({ lotNumber, ...place }) =>
    place.locationId === locationId && lotNumber !== null ? [{ ...place, lotNumber }] : [],
  )

type LotOptionProps = { card: StockCard; at: string | null; lot: string; unit: string }

const LotOption = ({ card, at, lot, unit }: LotOptionProps) => (
  <>
    {lot} · {formatQuantity(quantityAt(card, at, lot), unit)}
  </>
)

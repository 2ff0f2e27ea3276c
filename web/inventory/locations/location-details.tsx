import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Location, locationCatalogue } from 'contract/inventory/locations.ts'
import { formatQuantity } from 'contract/units.ts'
import { api, client } from '../../shared/api/api.ts'
import { at } from '../../shared/page/at.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import { ItemLink } from '../bom/item-link.tsx'
import sectionClasses from '../bom/section.module.css'
import { Section } from '../bom/section.tsx'
import { ItemDrawer } from '../items/item-drawer.tsx'
import { RecordTimes } from '../items/record-times.tsx'
import { MoveStock } from '../stock/stock-adjustment.tsx'
import { KindTag } from './kind-tag.tsx'
import classes from './location-details.module.css'

const path = '/inventory/locations'

/** /inventory/locations/{id} */
export function LocationDetails() {
  const location = useQuery(api.locations.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <ItemDrawer
      catalogue={locationCatalogue}
      routes={client.locations}
      query={location}
      titleOf={({ code, name }) => (name === code ? code : `${code} ${name}`)}
      badge={(row) => <KindTag kind={row.kind} />}
    >
      {(record) => <Details location={record} />}
    </ItemDrawer>
  )
}

function Details({ location }: { location: Location }) {
  const { companyId, parentId } = location
  const { data: parent } = useQuery(
    api.locations.get.queryOptions({ input: { companyId, id: parentId ?? '' }, enabled: parentId !== null }),
  )
  return (
    <>
      <StockHere location={location} />
      <Fields
        rows={[
          [
            locationCatalogue.fields.parentId.label,
            parentId === null
              ? null
              : parent && <Link {...at(`${path}/${parent.id}`, companyOnly)}>{parent.code}</Link>,
          ],
        ]}
      />
      <RecordTimes record={location} />
    </>
  )
}

const shown = 100

/** What is at the place and at those inside it, by number; the ways to move it, and to its movements. */
function StockHere({ location: { companyId, id } }: { location: Location }) {
  const stock = useQuery(
    api.locations.stock.queryOptions({
      input: { companyId, id, pageSize: shown },
      placeholderData: keepPreviousData,
    }),
  )
  const { items = [], total = 0 } = stock.data ?? {}
  return (
    <Section
      title={total > 0 ? `In stock here (${total.toLocaleString('en-US')})` : 'In stock here'}
      query={stock}
      actions={
        <Link data-small {...at('/inventory/movements', (search) => ({ ...companyOnly(search), locationId: id }))}>
          Movements
        </Link>
      }
    >
      {total === 0 && <p className={sectionClasses.none}>Nothing.</p>}
      <ul className={`m-0 p-0 ${classes.list}`}>
        {items.map(({ itemId, itemType, locationId, locationCode, lotNumber, quantity, unit, decimals, ...item }) => (
          <li key={`${itemId} ${locationId} ${lotNumber}`} className="row gap-3 py-1">
            <span className="stack flex-1 min-w-0">
              <ItemLink item={{ ...item, id: itemId, type: itemType }} />
              {(locationId !== id || lotNumber !== null) && (
                <small className="truncate text-xs text-muted">
                  {[locationId !== id && locationCode, lotNumber !== null && `lot ${lotNumber}`]
                    .filter(Boolean)
                    .join(', ')}
                </small>
              )}
            </span>
            <span className="numeric nowrap">{formatQuantity(quantity, unit)}</span>
            <MoveStock
              item={{ id: itemId, number: item.number, stockLevel: quantity, measure: { unit, decimals } }}
              from={{ locationId, lotNumber, quantity }}
              where={`${locationCode}${lotNumber === null ? '' : `, lot ${lotNumber}`}: ${item.number}`}
            />
          </li>
        ))}
      </ul>
      {total > shown && <p className="mt-2 text-xs text-faint">The first {shown}, by number.</p>}
    </Section>
  )
}

import { Anchor } from '@mantine/core'
import { carrierName, type Parcel, trackingLink } from 'contract/revenue/parcels.ts'
import type { ReactNode } from 'react'
import { formatDate } from '../shared/format/dates.ts'
import { Missing } from '../shared/format/missing.tsx'
import classes from './revenue.module.css'

export const parcelHeads = ['Shipped', 'Carrier', 'Tracking']

/** The cells of the parcels of an order; several stand below each other. */
export function ParcelCells({ parcels }: { parcels: Parcel[] }) {
  const cell = (show: (parcel: Parcel) => ReactNode) => (
    <td>
      {parcels.length === 0 ? (
        <Missing />
      ) : (
        parcels.map((parcel, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no key here, and their order is fixed
          <span key={index} className={`block ${classes.parcel}`}>
            {show(parcel) ?? <Missing />}
          </span>
        ))
      )}
    </td>
  )
  return (
    <>
      {cell(({ shippedOn }) => shippedOn && formatDate(shippedOn))}
      {cell(({ carrierCode }) => carrierName(carrierCode))}
      {cell((parcel) => (
        <TrackingNumber parcel={parcel} />
      ))}
    </>
  )
}

function TrackingNumber({ parcel }: { parcel: Parcel }) {
  const link = trackingLink(parcel)
  if (!parcel.trackingNumber) return <Missing />
  if (!link)
    return (
      <span className="numeric" title={parcel.trackingNumber}>
        {parcel.trackingNumber}
      </span>
    )
  return (
    <Anchor className="numeric" href={link} title={parcel.trackingNumber} target="_blank" rel="noreferrer" size="sm">
      {parcel.trackingNumber}
    </Anchor>
  )
}

import { z } from 'zod'

/** A parcel that went out for an order. `shippedOn`: a day. */
export const Parcel = z.object({
  carrierCode: z.string(),
  trackingNumber: z.string().nullable(),
  shippedOn: z.string().nullable(),
})
export type Parcel = z.infer<typeof Parcel>

/** Carriers by the beginning of their code; ShipStation has several accounts of one, such as 'ups_walleted'. */
const carriers: [begins: string, name: string, link: string][] = [
  ['usps', 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  ['stamps_com', 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  ['endicia', 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  ['ups', 'UPS', 'https://www.ups.com/track?tracknum='],
  ['fedex', 'FedEx', 'https://www.fedex.com/fedextrack/?trknbr='],
  ['dhl', 'DHL', 'https://www.dhl.com/en/express/tracking.html?AWB='],
  ['canada_post', 'Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='],
  ['ontrac', 'OnTrac', 'https://www.ontrac.com/tracking/?number='],
]

const carrierOf = (code: string) => carriers.find(([begins]) => code.startsWith(begins))

/** 'UPS' for 'ups_walleted'; a code that we do not know, in words. */
export const carrierName = (code: string): string =>
  carrierOf(code)?.[1] ?? code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')

/** The carrier's page about a parcel; undefined for a carrier that we do not know, and without a number. */
export const trackingLink = ({ carrierCode, trackingNumber }: Parcel): string | undefined => {
  const link = carrierOf(carrierCode)?.[2]
  return link && trackingNumber ? link + encodeURIComponent(trackingNumber) : undefined
}

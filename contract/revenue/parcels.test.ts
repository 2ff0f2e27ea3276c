import { expect, test } from 'vitest'
import { carrierName, trackingLink } from './parcels.ts'

const parcel = (carrierCode: string, trackingNumber: string | null) => ({
  carrierCode,
  trackingNumber,
  shippedOn: null,
})

test.each([
  ['stamps_com', 'USPS'],
  ['ups_walleted', 'UPS'],
  ['fedex', 'FedEx'],
  ['royal_mail', 'Royal mail'],
])('the carrier of %s is %s', (code, name) => {
  expect(carrierName(code)).toBe(name)
})

test('a tracking number leads to its carrier, whatever letters it has', () => {
  expect(trackingLink(parcel('ups', '1Z 9&x'))).toBe('https://www.ups.com/track?tracknum=1Z%209%26x')
  expect(trackingLink(parcel('ups', null))).toBeUndefined()
  expect(trackingLink(parcel('royal_mail', '1'))).toBeUndefined()
})

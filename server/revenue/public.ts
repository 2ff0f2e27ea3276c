/** The functions with which clients of stores and shipping services store what they read (CONTRIBUTING.md). */
import {
  mergeParcels,
  mergeShipmentOrders,
  openParcels,
  ParcelState,
  type ShipmentOrder,
  saveParcelReach,
  storeOfParcels,
} from './parcels.ts'
import { lockRevenue, mergeCustomers, mergeOrders, mergeProducts } from './store-merge.ts'
import { markSeen, removeStored, storedIds, unlikeStored, withoutDeleted } from './store-removal.ts'
import { CustomerState, OrderState, ProductState } from './store-states.ts'
import {
  finishReading,
  getReach,
  keepSales,
  listWithheldFields,
  noteForeignOrders,
  noteWithheld,
  saveReach,
  saveStore,
} from './stores.queries.ts'

export {
  CustomerState,
  finishReading,
  getReach,
  keepSales,
  listWithheldFields,
  lockRevenue,
  markSeen,
  mergeCustomers,
  mergeOrders,
  mergeParcels,
  mergeProducts,
  mergeShipmentOrders,
  noteForeignOrders,
  noteWithheld,
  OrderState,
  openParcels,
  ParcelState,
  ProductState,
  removeStored,
  type ShipmentOrder,
  saveParcelReach,
  saveReach,
  saveStore,
  storedIds,
  storeOfParcels,
  unlikeStored,
  withoutDeleted,
}

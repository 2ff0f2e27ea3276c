/** The functions with which clients of stores and shipping services store what they read (CONTRIBUTING.md). */
import {
  mergeParcels,
  mergeShipmentOrders,
  openParcels,
  ParcelState,
  type ShipmentOrder,
  saveParcelReach,
} from './parcels.ts'
import { lockRevenue, mergeCustomers, mergeOrders, mergeProducts, removeStored, removeUnseen } from './store-merge.ts'
import { CustomerState, OrderState, ProductState } from './store-states.ts'
import { getReach, keepSales, mayReadCustomers, type StoreFacts, saveReach, saveStore } from './stores.queries.ts'

export {
  CustomerState,
  getReach,
  keepSales,
  lockRevenue,
  mayReadCustomers,
  mergeCustomers,
  mergeOrders,
  mergeParcels,
  mergeProducts,
  mergeShipmentOrders,
  OrderState,
  openParcels,
  ParcelState,
  ProductState,
  removeStored,
  removeUnseen,
  type ShipmentOrder,
  type StoreFacts,
  saveParcelReach,
  saveReach,
  saveStore,
}

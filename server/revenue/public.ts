/** What the clients of stores may use (CONTRIBUTING.md): to keep what a store told. */
import { mergeCustomers, mergeOrders, mergeProducts, removeStored, removeUnseen } from './store-merge.ts'
import { CustomerState, DecimalText, OrderState, ProductState, StoreId } from './store-states.ts'
import { getReach, type StoreFacts, saveReach, saveStore } from './stores.queries.ts'

export {
  CustomerState,
  DecimalText,
  getReach,
  mergeCustomers,
  mergeOrders,
  mergeProducts,
  OrderState,
  ProductState,
  removeStored,
  removeUnseen,
  type StoreFacts,
  StoreId,
  saveReach,
  saveStore,
}

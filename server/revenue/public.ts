/** What the clients of stores may use (CONTRIBUTING.md): to keep what a store told. */
import { mergeCustomers, mergeOrders, mergeProducts, removeStored, removeUnseen } from './store-merge.ts'
import { CustomerState, OrderState, ProductState } from './store-states.ts'
import { getReach, type StoreFacts, saveReach, saveStore } from './stores.queries.ts'

export {
  CustomerState,
  getReach,
  mergeCustomers,
  mergeOrders,
  mergeProducts,
  OrderState,
  ProductState,
  removeStored,
  removeUnseen,
  type StoreFacts,
  saveReach,
  saveStore,
}

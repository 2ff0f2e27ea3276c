/** What the clients of stores may use (CONTRIBUTING.md): to keep what a store told. */
import { mergeCustomers, mergeOrders, mergeProducts, removeStored, removeUnseen } from './store-merge.ts'
import { CustomerState, DecimalText, OrderState, ProductState, StoreId } from './store-states.ts'

export {
  CustomerState,
  DecimalText,
  mergeCustomers,
  mergeOrders,
  mergeProducts,
  OrderState,
  ProductState,
  removeStored,
  removeUnseen,
  StoreId,
}

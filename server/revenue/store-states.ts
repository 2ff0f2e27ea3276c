import { Instant } from 'contract/calendar-day.ts'
import { z } from 'zod'

/** The id that the store gives to a record, as digits without leading zeros, so that each id is written in one way. */
export const StoreId = z.string().regex(/^(0|[1-9]\d{0,17})$/)

/** A decimal as the store writes it: '12.50'. It never becomes a float (T89: no NaN, no Infinity). */
export const DecimalText = z.string().regex(/^-?\d{1,14}(\.\d{1,20})?$/)

const status = z.string().regex(/^[a-z_]{0,40}$/)
const text = (max: number) => z.string().max(max).nullable()

/** The state of an order at one moment, as the store told it. Statuses in lower case. `createdAt`: when it came into the store; `processedAt`: when it was sold. */
export const OrderState = z.strictObject({
  id: StoreId,
  orderNumber: z.string().max(100),
  createdAt: Instant,
  processedAt: Instant,
  updatedAt: Instant,
  cancelledAt: Instant.nullable(),
  isTest: z.boolean(),
  customerId: StoreId.nullable(),
  email: text(320),
  currency: z.string().regex(/^[A-Z]{3}$/),
  totalPrice: DecimalText,
  currentTotal: DecimalText,
  refunded: DecimalText,
  financialStatus: status.min(1),
  fulfillmentStatus: status,
  lines: z.array(
    z.strictObject({
      id: StoreId,
      variantId: StoreId.nullable(),
      sku: text(255),
      title: z.string().max(300),
      quantity: z.int32(),
      currentQuantity: z.int32(),
      unitPrice: DecimalText,
    }),
  ),
})
export type OrderState = z.infer<typeof OrderState>

export const CustomerState = z.strictObject({
  id: StoreId,
  firstName: text(255),
  lastName: text(255),
  email: text(320),
  ordersCount: z.int().min(0),
  totalSpent: DecimalText,
  createdAt: Instant,
  updatedAt: Instant,
})
export type CustomerState = z.infer<typeof CustomerState>

export const ProductState = z.strictObject({
  id: StoreId,
  title: z.string().max(300),
  status: status.min(1),
  updatedAt: Instant,
  variants: z.array(
    z.strictObject({
      id: StoreId,
      title: z.string().max(300),
      sku: text(255),
      price: DecimalText,
      unitCost: DecimalText.nullable(),
      inventoryItemId: StoreId.nullable(),
      isTracked: z.boolean(),
      quantity: z.int32(),
    }),
  ),
})
export type ProductState = z.infer<typeof ProductState>

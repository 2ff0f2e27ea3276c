/** The counterpart of a shop in a thread of its own, so that it does not slow down the thread that measures. */
import { parentPort, workerData } from 'node:worker_threads'
import { startShopify } from '../counterparts/shopify/start.ts'

const { orders } = workerData as { orders: number }
const { url, credentials } = await startShopify({ orders })
parentPort?.postMessage({ url, credentials })

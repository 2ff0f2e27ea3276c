import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a connection is lost: before the server gets the request, before its answer leaves, or in the middle of the answer. */
const places = ['request', 'answer', 'middle'] as const

const whole = async (message: IncomingMessage) => Buffer.concat((await message.toArray()) as Buffer[])

/** A line to a server that loses every second request. @returns its port, how often it was lost at each place, and its end */
export async function startBrokenLine(port: number) {
  const lost = { request: 0, answer: 0, middle: 0 }
  let count = 0
  const line = createServer(async (incoming, outgoing) => {
    count += 1
    const place = count % 2 === 1 ? places[((count - 1) / 2) % places.length] : undefined
    if (place) lost[place] += 1
    const body = await whole(incoming)
    if (place === 'request') return void incoming.socket.destroy()
    const { method, url, headers } = incoming
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers }, async (answer) => {
      const bytes = await whole(answer)
      if (place === 'answer') return void incoming.socket.destroy()
      const { 'transfer-encoding': _, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 0, { ...kept, 'content-length': bytes.length })
      if (place !== 'middle') return void outgoing.end(bytes)
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy())
    })
    sent.on('error', () => incoming.socket.destroy())
    sent.end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => line.once('listening', resolve))
  const stop = () => {
    line.closeAllConnections()
    line.close()
  }
  return { port: (line.address() as AddressInfo).port, lost, stop }
}

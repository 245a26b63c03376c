/** How a sender is turned away: it is told why, and nothing more of it is read. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionSlots } from './connection-slots.ts'
import type { RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'

/** What a sender is told who is not let through. */
export interface Rejection {
  readonly kind: 'turn-away'
  readonly status: number
  readonly refusal: RefusalKind
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
}

/** Answers, and ends the connection once that is written. */
export function rejectWith(
  places: ConnectionSlots,
  response: ServerResponse,
  { status, message, headers }: Pick<Rejection, 'status' | 'message' | 'headers'>,
): void {
  const { socket } = response.req
  places.turnedAway(socket)
  if (response.headersSent) {
    socket.destroy()
    return
  }
  // Asked for, and not taken: so the body stays with the sender instead of being read and dropped.
  response.req.pause().read(0)
  const body = JSON.stringify({ message })
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}

/** Ends the connection with the answer to what is under way there. */
export function endAfterAnswer(places: ConnectionSlots, socket: Socket): void {
  const underWay = places.responseOf(socket)
  if (underWay) underWay.shouldKeepAlive = false
}

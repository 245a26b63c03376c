/** Rejects a sender: answers with the reason and reads nothing more. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionSlots } from './connection-slots.ts'
import type { RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'

/** The answer to a rejected sender. */
export interface Rejection {
  readonly kind: 'rejected'
  readonly status: number
  readonly refusal: RefusalKind
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
}

/** Answers, and ends the connection once the answer is written. */
export function rejectWith(
  slots: ConnectionSlots,
  response: ServerResponse,
  { status, message, headers }: Pick<Rejection, 'status' | 'message' | 'headers'>,
): void {
  const { socket } = response.req
  slots.rejected(socket)
  if (response.headersSent) {
    socket.destroy()
    return
  }
  // Requested but not consumed, so that the body stays with the sender and is not read and dropped.
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

/** Ends the connection after the answer to its request in progress. */
export function endAfterAnswer(slots: ConnectionSlots, socket: Socket): void {
  const underWay = slots.responseOf(socket)
  if (underWay) underWay.shouldKeepAlive = false
}

/**
 * The socket of a call that has its own connection. An HTTP/1.1 answer does not name its request,
 * so further bytes after a complete answer make it uncertain which answer belongs to the request.
 * undici drops a connection together with the last byte of the answer; this one stays open until
 * the bank ends it, at most `longestMs`.
 */
import { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { firstAlert } from '../answers/tls-alerts.ts'
import { afterVerification } from './client-verified.ts'

/** The event after a complete answer. */
export type FollowedBy = 'bytes' | 'reset'

/**
 * The bank is asked to close and does so at once. With a gateway that does not, a payment takes at
 * most this much longer.
 */
const longestMs = 1_000

/** Wraps the socket of a connection. undici uses a socket only as a stream. */
export class OwnSocket extends Duplex {
  readonly #socket: TLSSocket
  #resolveFollowed: ((followed: FollowedBy | null) => void) | undefined
  #hasReceived = false

  constructor(socket: TLSSocket) {
    super()
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#hasReceived = true
      if (this.#resolveFollowed) this.#resolveFollowed('bytes')
      else if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => {
      if (this.#resolveFollowed) this.#resolveFollowed(null)
      else this.push(null)
    })
    socket.on('error', (error: Error) => {
      if (this.#resolveFollowed) this.#resolveFollowed('reset')
      else this.destroy(this.#hasReceived ? error : firstAlert(error))
    })
    socket.on('close', () => {
      if (this.#resolveFollowed) this.#resolveFollowed(null)
      // Bytes before an end must still be read.
      else if (!socket.readableEnded) this.destroy()
    })
  }

  /**
   * Called as soon as undici reports the end of the answer. Resolves to the event before the bank
   * ends the connection, null when there is none, and closes the connection.
   */
  afterAnswer(): Promise<FollowedBy | null> {
    return new Promise((resolve) => {
      // Even if the bank has ended it, not synchronously: undici returns the unread rest of a
      // packet after this call.
      const waitMs = this.#socket.readableEnded || this.#socket.destroyed ? 0 : longestMs
      const timer = setTimeout(() => this.#resolveFollowed?.(null), waitMs)
      this.#resolveFollowed = (followed) => {
        clearTimeout(timer)
        resolve(followed)
        this.#socket.destroy()
      }
      if (this.readableLength > 0) this.#resolveFollowed('bytes')
      else this.#socket.resume()
    })
  }

  /**
   * undici returns bytes that follow the answer in the same packet (lib/dispatcher/client-h1.js,
   * `execute`).
   */
  override unshift(chunk: Buffer): void {
    if (!this.#resolveFollowed) super.unshift(chunk)
    else if (chunk.length > 0) this.#resolveFollowed('bytes')
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.write(chunk, done)
  }

  /** Head and body of a request in one piece, as undici corks them. */
  override _writev(
    chunks: readonly { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const pieces = chunks.map(({ chunk }) =>
      typeof chunk === 'string' ? Buffer.from(chunk) : chunk,
    )
    this.#socket.write(Buffer.concat(pieces), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#resolveFollowed) this.#socket.destroy()
    done(error)
  }
}

/**
 * A connector for one connection, which the bank has verified before anything is written, and the
 * event on it after the answer.
 */
export function ownConnector(connect: buildConnector.connector): {
  readonly connect: buildConnector.connector
  readonly afterAnswer: () => Promise<FollowedBy | null>
} {
  let own: OwnSocket | undefined
  return {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) {
          callback(error, null)
          return
        }
        const secure = socket as TLSSocket
        afterVerification(secure, (refusal) => {
          if (refusal) {
            callback(refusal, null)
            return
          }
          own = new OwnSocket(secure)
          callback(null, own as unknown as TLSSocket)
        })
      }),
    afterAnswer: () => own?.afterAnswer() ?? Promise.resolve(null),
  }
}

/**
 * With TLS 1.3 the handshake is over for a client before the server has verified its certificate
 * (RFC 8446, section 2). A refusal then comes after the first bytes of a request, and nothing says
 * whether the bank took it in.
 */
import type { TLSSocket } from 'node:tls'

/** A server without session tickets has this long to refuse. */
const longestVerifyingMs = 300

class EndedBeforeRequest extends Error {
  readonly code = 'ECONNRESET'
  override readonly message = 'the bank ended the connection before anything was written'
}
class SpokeBeforeRequest extends Error {
  override readonly message = 'the bank sent bytes before anything was written'
}

/**
 * Calls back once the server has sent something that it sends to verified clients only, a session
 * ticket, or has been silent for {@link longestVerifyingMs}; with an error if the connection ended or
 * carried anything else. Nothing was written to it then. Calls back at once before TLS 1.3.
 */
export function afterVerification(
  socket: TLSSocket,
  callback: (refusal: Error | null) => void,
): void {
  if (socket.getProtocol() !== 'TLSv1.3') {
    callback(null)
    return
  }
  let refusal: Error | null = null
  let isOver = false
  const over = (): void => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    // Not while the socket reads: what is written there stays unsent.
    setImmediate(() => {
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
      if (refusal) socket.destroy()
      callback(refusal)
    })
  }
  const refused = (why: Error) => () => {
    refusal ??= why
    over()
  }
  const listeners = {
    session: over,
    data: refused(new SpokeBeforeRequest()),
    end: refused(new EndedBeforeRequest()),
    close: refused(new EndedBeforeRequest()),
    error: (error: Error) => refused(error)(),
  }
  const timer = setTimeout(over, longestVerifyingMs)
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
}

import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Reply } from './replies.ts'
import type { LineScenario } from './scenario.ts'

/** The connection fault applied to an answer, and its delay. */
export interface Line {
  readonly scenario: LineScenario
  readonly delayMs: number
}

const written = (reply: Reply): Buffer =>
  Buffer.from(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))

/** The body and its coding as a gateway sends it; null without a coding. */
function coded(body: Buffer, line: Line | null): readonly [Buffer, string | null] {
  switch (line?.scenario) {
    case 'compressed-gzip':
      return [gzipSync(body), 'gzip']
    case 'compressed-deflate':
      return [deflateSync(body), 'deflate']
    case 'compressed-br':
      return [brotliCompressSync(body), 'br']
    default:
      return [body, null]
  }
}

/** A complete answer that does not belong to the call: a refusal in the bank's form. */
const strangeRefusal = (): string => {
  const body = JSON.stringify({ ErrorMessage: 'Invalid request or missing mandatory data' })
  return `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`
}
/** The delay before the true answer, so that the two answers arrive in two packets. */
const betweenMs = 40

/** Sends the head and half of the body, then closes the connection. */
function sendHalf(response: ServerResponse, body: Buffer): void {
  const socket = response.req.socket
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
    // The half must be sent before the connection closes, or it would look like no answer.
    setImmediate(() => socket.destroy())
  })
}

/**
 * Sends an answer with its correlation id in the header (always; in the body on errors only, bank
 * note 13). Resolves to whether the whole answer was sent.
 */
export async function deliver(
  response: ServerResponse,
  reply: Reply,
  correlationId: string,
  line: Line | null,
): Promise<boolean> {
  if (line?.scenario === 'dropped-before-answer') {
    response.req.socket.destroy()
    return false
  }
  if (line?.scenario === 'slow-answer') await wait(line.delayMs, undefined, { ref: false })
  if (line?.scenario === 'answered-twice') {
    response.req.socket.write(strangeRefusal())
    await wait(betweenMs, undefined, { ref: false })
  }
  if (response.destroyed) return false
  const [body, coding] = coded(written(reply), line)
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...(coding !== null && { 'content-encoding': coding }),
    'X-CorrelationId': correlationId,
    ...reply.headers,
  })
  if (line?.scenario === 'dropped-mid-answer') {
    sendHalf(response, body)
    return false
  }
  return new Promise((resolve) => {
    response.once('close', () => resolve(response.writableFinished))
    response.end(body)
  })
}

/** Deliveries that break before their body comes, so that no gate can judge them. */
import { once } from 'node:events'
import { connect } from 'node:tls'
import { alertPath } from '../../../preload/contract/api/alerts/listener.ts'

const breaks = {
  garbled: (head) => head.replace('host:', 'ho st:'),
  'too long': (head) => head.replace('\r\n\r\n', `\r\nx-route: ${'r'.repeat(9_000)}\r\n\r\n`),
  'without a host': (head) => head.replace(/host: [^\r]+\r\n/, ''),
  'length is no number': (head) => head.replace(/content-length: \d+/, 'content-length: many'),
  'broken off': (head) => head.slice(0, -20),
} as const satisfies Record<string, (head: string) => string>
export type HeadBreak = keyof typeof breaks
const kinds = Object.keys(breaks) as HeadBreak[]

/** Returns how the head of a delivery breaks at its first try: each kind once in eighty. */
export const headBreakOf = (at: number): HeadBreak | null =>
  at % 16 === 15 ? (kinds[Math.floor(at / 16) % kinds.length] ?? null) : null

/** Posts `body` with such a head. Returns the status; rejects where the connection ends without one. */
export async function postBroken(
  to: { readonly port: number; readonly ca: string },
  kind: HeadBreak,
  authorization: string,
  body: string,
): Promise<number> {
  const socket = connect({ host: '127.0.0.1', ...to })
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
  const closed = once(socket, 'close')
  await Promise.race([once(socket, 'secureConnect'), closed])
  const head = [
    `POST ${alertPath} HTTP/1.1`,
    `host: 127.0.0.1`,
    `authorization: ${authorization}`,
    `content-length: ${String(Buffer.byteLength(body))}`,
  ]
  socket.write(breaks[kind](`${head.join('\r\n')}\r\n\r\n`))
  if (kind === 'broken off') socket.end()
  await closed
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
  if (status === undefined) throw new Error('the connection ended without an answer')
  return Number(status)
}

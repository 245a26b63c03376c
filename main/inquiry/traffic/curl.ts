/**
 * A call as a line for a POSIX shell. It holds no secret: names stand where secrets go, and the certificate and
 * its key are files of whoever runs it. Of a call that moves money it holds no body: run as it is, it would send
 * the payment or the batch a second time, past every check against that (P2).
 */
import { movedMoney, type TrafficCall } from '../../../preload/contract/api/traffic.ts'
import { removed } from '../../bank/privacy/redaction.ts'

/** Within single quotes a shell takes every character as itself; a NUL ends an argument and cannot be in one. */
const quoted = (text: string): string =>
  `'${text.replaceAll('\0', '\u2400').replaceAll("'", String.raw`'\''`)}'`

const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The header as an option; an empty value is written with a semicolon, or curl would leave the header out. */
function headerOption(name: string, value: string, purpose: string): string[] {
  if (!fieldName.test(name)) return []
  if (name.toLowerCase() === 'authorization') {
    const credentials = purpose === 'token' ? 'Basic $CREDENTIALS' : 'Bearer $TOKEN'
    return [`--header "${name}: ${credentials}"`]
  }
  if (value === removed) return []
  return [`--header ${quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)}`]
}

const withoutBody =
  '# The body is left out: with it, running this would send the payment or the batch a second time.\n'

/** Writes the line. `address` is the bank's base URL now; null: a name stands for it. */
export function curlOf(call: TrafficCall, address: string | null): string {
  const place =
    address === null
      ? `"$BANK"${quoted(call.path)}`
      : quoted(address.replace(/\/$/, '') + call.path)
  const { headers, body } = call.request
  const leavesOut = body !== null && movedMoney(call)
  const line = [
    `curl --request ${quoted(call.method)}`,
    // Brackets and braces of a path are its own, and no pattern.
    `--globoff --url ${place}`,
    '--cert client.pem --key client.key',
    ...headers.flatMap(({ name, value }) => headerOption(name, value, call.purpose)),
    ...(body === null || leavesOut ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
  return leavesOut ? withoutBody + line : line
}

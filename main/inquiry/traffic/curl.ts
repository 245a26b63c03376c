/**
 * Writes a call as a command for a POSIX shell, without secrets: placeholders replace them, and
 * certificate and key are files of the person who runs it. A call that moves money gets no body,
 * because running the command would send the payment or batch a second time, past every check
 * (Promise P2).
 */
import { movedMoney, type TrafficCall } from '../../../preload/contract/api/traffic.ts'
import { removed } from '../../../preload/contract/kernel/not-kept.ts'

/**
 * Within single quotes a shell takes every character literally; a NUL cannot be part of an
 * argument.
 */
const quoted = (text: string): string =>
  `'${text.replaceAll('\0', '\u2400').replaceAll("'", String.raw`'\''`)}'`

const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * Returns the header as an option. An empty value is written with a semicolon, otherwise curl would
 * omit the header.
 */
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

/** Returns the command. `address` is the bank's current base URL; null writes a placeholder. */
export function curlOf(call: TrafficCall, address: string | null): string {
  const place =
    address === null
      ? `"$BANK"${quoted(call.path)}`
      : quoted(address.replace(/\/$/, '') + call.path)
  const { headers, body } = call.request
  const leavesOut = body !== null && movedMoney(call)
  const line = [
    `curl --request ${quoted(call.method)}`,
    // Brackets and braces in a path are literal, not patterns.
    `--globoff --url ${place}`,
    '--cert client.pem --key client.key',
    ...headers.flatMap(({ name, value }) => headerOption(name, value, call.purpose)),
    ...(body === null || leavesOut ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
  return leavesOut ? withoutBody + line : line
}

/** Bodies of every kind: a bank's, a broken one, or none. The random numbers alone decide which. */
import { achAlert, bytesOf, wireAlert } from './alert-samples.ts'

type Random = () => number
const below = (random: Random, end: number): number => Math.floor(random() * end)
function pick<T>(random: Random, of: readonly T[]): T {
  return of[below(random, of.length)] as T
}

const names = [
  'alertNotificationRequest',
  'alertNotification',
  'alertHeader',
  'alertBody',
  'alertCode',
  'eapAlertGUID',
  'payType',
  'tranAmt',
  'crArngNum',
  'benefitIpAddrLine',
  'dbIpINm',
  'dbIpNm',
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  'hasOwnProperty',
  '',
  'a\\b',
  '\u0000',
]
const texts = [
  'AL00901',
  'AL00906',
  'AL00903',
  'AL99999',
  'WIRE',
  'RTP',
  'C',
  'D',
  '0000',
  '',
  ' ',
  'null',
  '\ud800',
  '\udfff\ud800',
  '\u0000',
  'É😀',
  "'; DROP TABLE alerts;--",
  'NEAR("a" OR *',
]
const numbers = [
  '0',
  '-0',
  '1e999',
  '12345678901234567890.123456789',
  '-1.50',
  '1E-7',
  '9'.repeat(400),
]

/** Any value as JSON text. */
function anyJson(random: Random, depth: number): string {
  const kind = below(random, depth <= 0 ? 4 : 6)
  if (kind === 0) return pick(random, numbers)
  if (kind === 1) return JSON.stringify(pick(random, texts))
  if (kind === 2) return pick(random, ['null', 'true', 'false'])
  if (kind === 3) return `"\\u${below(random, 65_536).toString(16).padStart(4, '0')}"`
  const parts = Array.from({ length: below(random, 5) }, () => anyJson(random, depth - 1))
  if (kind === 4) return `[${parts.join(',')}]`
  return `{${parts.map((part) => `${JSON.stringify(pick(random, names))}:${part}`).join(',')}}`
}

/** A good delivery in one of its forms. */
function goodText(random: Random): string {
  const alerts = Array.from({ length: 1 + below(random, 4) }, () => {
    const guid = { eapAlertGUID: pick(random, ['G-1', `G-${String(below(random, 5000))}`, null]) }
    const n = below(random, 3000)
    return random() < 0.5
      ? wireAlert(guid, { tranAmt: `${String(n)}.00`, tranId: pick(random, texts) })
      : achAlert(guid, { transactionAmount: n, receivingAccountNumber: pick(random, texts) })
  })
  const bare = alerts.map(({ alertNotification }) => alertNotification)
  return JSON.stringify(
    pick<unknown>(random, [
      { alertNotificationRequest: alerts },
      { alertNotificationRequest: bare },
      { alertNotificationRequest: alerts[0] },
      alerts,
      bare,
      alerts[0],
      bare[0],
    ]),
  )
}

/** A text with a part of it replaced, doubled or removed. */
function mutated(random: Random, text: string): string {
  const from = below(random, text.length)
  const to = from + below(random, 12)
  const [before, part, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
  const letters = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '0',
    '\\',
    'null',
    '\ufeff',
    '1e5',
    '"\\ud83d"',
    part + part,
    '',
  ]
  return before + pick(random, letters) + after
}

/** A good text with one value replaced: still JSON. */
const otherValue = (random: Random, text: string): string =>
  text.replace(/:("[^"]*"|null|\d+)/g, (value) =>
    random() < 0.15 ? `:${anyJson(random, 2)}` : value,
  )

/** Bytes that a sender might send. */
export function anyBody(random: Random): Uint8Array {
  const kind = below(random, 12)
  if (kind <= 1) return bytesOf(goodText(random))
  if (kind <= 4) return bytesOf(otherValue(random, goodText(random)))
  if (kind <= 6) return bytesOf(mutated(random, goodText(random)))
  if (kind === 7) return bytesOf(anyJson(random, 5))
  if (kind === 8) return Uint8Array.from({ length: below(random, 300) }, () => below(random, 256))
  if (kind === 9) return bytesOf(goodText(random)).slice(0, below(random, 900))
  if (kind === 10) return strange(random)
  return bytesOf(`{"alertNotificationRequest":[${anyJson(random, 4)},${anyJson(random, 4)}]}`)
}

/** Bodies of special cases only. */
function strange(random: Random): Uint8Array {
  const good = goodText(random)
  const deep = below(random, 3) * 60 + 30
  return pick(random, [
    () => bytesOf(`\ufeff${good}`),
    () => new Uint8Array(Buffer.from(`\ufeff${good}`, 'utf16le')),
    () => new Uint8Array(Buffer.from(good.replace('Ridgeway', 'Rüdgeway'), 'latin1')),
    () => bytesOf(`${'['.repeat(deep)}${good}${']'.repeat(deep)}`),
    () =>
      bytesOf(`{"alertNotificationRequest":[${'{"alertBody":'.repeat(deep)}1${'}'.repeat(deep)}]}`),
    () =>
      bytesOf(good.replace('"alertNotificationRequest"', '"x":1,"x":2,"alertNotificationRequest"')),
    () => bytesOf(`[${'{},'.repeat(below(random, 130))}{}]`),
    () => bytesOf(`[${'{},'.repeat(1000 + below(random, 3))}{}]`),
    () => new Uint8Array(),
  ])()
}

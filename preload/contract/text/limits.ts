/**
 * Texts about an exceeded policy limit: which limit, and what to do. Main stores the same texts
 * that the window shows.
 */
import type { limitedServices } from '../domain/operators/policy.ts'
import type { OverLimit } from '../domain/orders/act-blockers.ts'
import { assertNever } from '../kernel/assert-never.ts'
import { amountForReading, minorUnits } from '../kernel/money.ts'
import { placeOf } from '../kernel/banking-days.ts'

type LimitedService = (typeof limitedServices)[number]

/** Names of a service: one payment, and all of a day. */
const limitedNames: Readonly<Record<LimitedService, { one: string; all: string }>> = {
  WIRE: { one: 'a wire', all: 'wires' },
  RTP: { one: 'an RTP payment', all: 'RTP payments' },
  ACH: { one: 'an ACH batch', all: 'ACH batches' },
}

/** Returns the limit, the total with this order, and the first day with room. */
export function limitText({ limit, service, currency, allowed, wanted, day }: OverLimit): string {
  const text = (amount: number): string =>
    `${currency} ${amountForReading(minorUnits(amount), currency)}`
  const { one, all } = limitedNames[service]
  if (allowed === null) return `No limit is set for ${all} in ${currency}.`
  switch (limit) {
    case 'none-set':
      return `No limit is set for ${all} in ${currency}.`
    case 'per-payment':
      return `The limit for ${one} is ${text(allowed)}; this is ${text(wanted)}.`
    case 'per-day':
      break
    default:
      return assertNever(limit)
  }
  const daily = `The daily limit for ${all} is ${text(allowed)}`
  if (day === null) return `${daily}; this alone is ${text(wanted)}. No day has room for it.`
  const { counts, date, zone, roomFrom } = day
  const others = counts === 'submitted' ? 'submitted' : 'sent, resent or queued'
  const whole = `${daily}. Together with orders ${others} on ${date} (${placeOf(zone)}), this makes ${text(wanted)}.`
  return roomFrom === null ? whole : `${whole} There is room from ${roomFrom}.`
}

/** Returns the next step for the operator. */
export function limitAdvice({ day }: OverLimit): string {
  if (day === null) return 'Nothing was sent. An administrator can change the limits.'
  if (day.counts === 'sent')
    return 'Nothing was sent. Its approvals stay valid: send it from that day on.'
  return day.roomFrom === null
    ? 'Nothing was sent. If it was never sent, its maker returns it to draft and submits it again. If its outcome is unknown, an administrator can change the limits.'
    : 'Nothing was sent. Submit it then.'
}

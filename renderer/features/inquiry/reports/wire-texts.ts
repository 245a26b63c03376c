/** What the fields of a wire inquiry read, in words. */
import type { WireReading, WiresRead } from '../../../../preload/contract/api/coverage/wires.ts'
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import { unreadableWire } from '../../../../preload/contract/text/unreadable-wire.ts'
import { plural } from '../../../text/plural.ts'

/** Returns how many rows of an answer are incoming wires. */
export const wireCounts = ({
  incoming,
  withoutAlert,
  unreadable,
}: NonNullable<WiresRead['reading']>): string =>
  [
    `${plural(incoming, 'incoming wire', 'incoming wires')} in these rows, ${withoutAlert.toLocaleString('en-US')} without an alert.`,
    ...(unreadable > 0
      ? [`${plural(unreadable, 'row', 'rows')} not readable by these fields.`]
      : []),
  ].join(' ')

/** Returns what a row says by these fields. */
export function wireSentence(row: WireReading): string {
  if (row.kind === 'unreadable') return unreadableWire[row.field]
  if (row.kind === 'other') return 'Not an incoming wire.'
  const { account, isOwnAccount, amount, day, party, transactionId, reference } = row
  const number = transactionId ?? reference ?? ''
  const from = party === null ? '' : ` from ${party}`
  const money = amountForReading(minorUnits(amount))
  return [
    `USD ${money} in on ${day}${from}, to account ${account}, number ${number}.`,
    ...(isOwnAccount ? [] : ['The account is not an own account.']),
  ].join(' ')
}

/** When an order may be copied: never where the copy could pay what the order itself still may pay. */
import type { Failure } from '../../preload/contract/failures.ts'
import { uncopied } from '../../preload/contract/orders/order-states.ts'
import type { Reader } from '../storage/store.ts'
import { kindOf } from './order-kind.ts'
import { standingIn } from './order-line.ts'
import type { OrderRow } from './order-parts.ts'
import { isUnheeded } from './restored-mark.ts'

/**
 * Why an order is not copied; undefined: it may be. `order-state`: it is on its way or in doubt. `invalid-input`: the
 * bank's desk has it and may still send it (`1-platform.md`, States), or its entries follow others.
 */
export async function whyNotCopied(
  reader: Reader,
  row: OrderRow,
): Promise<Failure<'order-state'> | Failure<'invalid-input'> | undefined> {
  if (uncopied.includes(row.state)) return { code: 'order-state', state: row.state }
  if (isUnheeded(row)) return restoredFirst
  // What was rejected has nothing at the desk, whatever word came before.
  if (row.state === 'accepted' && standingIn(row).needsBankDesk) return atDesk
  return kindOf(row).uncopied(reader, row)
}

const restoredFirst: Failure<'invalid-input'> = {
  code: 'invalid-input',
  fields: [
    {
      path: 'id',
      message:
        'The store was restored from a backup, and it may have been sent since: a copy could be a second payment. A second person has to say first that it was not',
      source: 'workstation',
    },
  ],
}

const atDesk: Failure<'invalid-input'> = {
  code: 'invalid-input',
  fields: [
    {
      path: 'id',
      message:
        'The bank\u2019s desk has it and may still send it: a copy would be a second payment. Ask the desk first',
      source: 'workstation',
    },
  ],
}

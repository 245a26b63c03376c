/**
 * The question whose an entry's account is, by the kind of its payee (`2-validation-and-ach-inquiry.md`, AcctOwner
 * fields; trap 28).
 */
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  accountInquiry,
  type AccountInquiry,
} from '../../../../preload/contract/bank/account-validation.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { personIn } from '../../../../preload/contract/domain/owner-name.ts'
import type { PayeeKind } from '../../../../preload/contract/domain/payees/payee.ts'
import { nameOf } from '../../../inquiry/validation/keep-validation.ts'

/** The question of an entry; null where it cannot be asked: no name, or an account or a bank that is none. */
export function ownerQuestion(entry: TypedEntry, kind: PayeeKind): AccountInquiry | null {
  const name = entry.receiverName.trim()
  const owner = kind === 'person' ? personIn(name) : { businessName: name }
  if (owner === null) return null
  const read = accountInquiry.safeParse({
    apiVersion: 'v1',
    routingNumber: entry.routingNumber,
    accountNumber: entry.accountNumber.trim(),
    ownerKind: kind,
    owner,
  })
  return read.success ? read.data : null
}

/** Tells questions apart: two with the same key ask the same. */
export const ownerKey = ({ routingNumber, accountNumber, ownerKind, owner }: AccountInquiry) =>
  [
    routingNumber,
    significantAccount(accountNumber),
    ownerKind,
    nameOf({ ownerKind, owner }).toLowerCase(),
  ].join('\u0000')
